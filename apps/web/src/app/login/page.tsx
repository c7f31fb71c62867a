import type { Metadata } from "next";
import { LoginPage } from "../../features/entry/login-page.tsx";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function Page({ searchParams }: Props) {
  const { next } = await searchParams;
  return <LoginPage next={typeof next === "string" ? next : undefined} />;
}
