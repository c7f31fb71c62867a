import type { Metadata } from "next";
import { LoginPage } from "../../features/entry/login-page.tsx";
import { ProviderCode } from "../../features/entry/provider-code.tsx";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

export default async function Page({ searchParams }: Props) {
  const { next, problem, step } = await searchParams;
  if (step === "code") return <ProviderCode />;
  return <LoginPage next={one(next)} problem={one(problem)} />;
}
