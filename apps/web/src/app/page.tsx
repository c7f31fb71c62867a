import { HomeRedirect } from "../features/entry/home-redirect.tsx";

export default function Page() {
  return <HomeRedirect />;
}
