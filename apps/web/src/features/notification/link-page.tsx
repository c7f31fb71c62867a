"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { errorCode, errorText } from "../../trpc/error-text.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EntryCard } from "../entry/entry-card.tsx";

/** The address in a message. It shows nothing before somebody signed in, and then only leads on to the question's own page. */
export function LinkPage({ token }: { token: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { mutate, data, error } = useMutation(
    trpc.me.openApprovalLink.mutationOptions({
      onSuccess: (opened) => {
        if (opened.state === "open") router.replace(`/${opened.org}/approvals/${opened.approvalId}`);
      },
      onError: (failed) => {
        if (errorCode(failed) === "UNAUTHORIZED")
          router.replace(`/login?next=${encodeURIComponent(`/link/${token}`)}`);
      },
    }),
  );
  useEffect(() => mutate({ token }), [mutate, token]);
  if (error && errorCode(error) !== "UNAUTHORIZED")
    return (
      <EntryCard title="This link cannot be opened now">
        <Notice kind="danger" role="alert" title={errorText(error)} />
      </EntryCard>
    );
  if (data?.state === "expired")
    return (
      <Dead title="This link has expired" to={`/${data.org}/approvals`} go="See what waits for you">
        A link in a message works for a short time. What still waits stands on the approvals page.
      </Dead>
    );
  if (data?.state === "not_yours")
    return (
      <Dead title="This link is not for this account" to="/" go="Go to your org">
        It was made for another person or org. If it is yours, sign out and open it again under that account.
      </Dead>
    );
  if (data?.state === "broken")
    return (
      <Dead title="This link leads nowhere" to="/" go="Go to your org">
        It is not complete, was changed, or what it was made for is gone. Open the message again, or look at
        the approvals page.
      </Dead>
    );
  return (
    <EntryCard title="One moment">
      <Skeleton className="h-24 w-full" />
    </EntryCard>
  );
}

type DeadProps = { title: string; to: string; go: string; children: ReactNode };

function Dead({ title, to, go, children }: DeadProps) {
  return (
    <EntryCard title={title} description={children}>
      <Link href={to} className={buttonVariants({ variant: "primary", size: "lg" })}>
        {go}
      </Link>
    </EntryCard>
  );
}
