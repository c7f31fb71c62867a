import type { Metadata } from "next";
import { TokensPage } from "../../../features/token/tokens-page.tsx";

export const metadata: Metadata = { title: "API tokens" };

export default function Page() {
  return <TokensPage />;
}
