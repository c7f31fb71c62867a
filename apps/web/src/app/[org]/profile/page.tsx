import type { Metadata } from "next";
import { ProfilePage } from "../../../features/profile/profile-page.tsx";

export const metadata: Metadata = { title: "Your profile" };

export default function Page() {
  return <ProfilePage />;
}
