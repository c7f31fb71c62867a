"use client";

import { startAuthentication } from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useTRPCClient } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { passkeyErrorText } from "./passkey-error.ts";
import { safeNext } from "./safe-next.ts";

/** Signs in with whatever passkey the browser has for this site. */
export function PasskeySignIn({ next }: { next: string | undefined }) {
  const client = useTRPCClient();
  const signIn = useMutation({
    mutationFn: async () => {
      const { challengeId, options } = await client.login.passkeyOptions.mutate();
      const response = await startAuthentication({ optionsJSON: options });
      await client.login.passkey.mutate({ challengeId, response });
    },
    onSuccess: () => window.location.assign(safeNext(next)),
  });
  return (
    <div className="grid gap-3">
      <Button size="lg" disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        <Fingerprint aria-hidden /> {signIn.isPending ? "Waiting for the passkey…" : "Sign in with a passkey"}
      </Button>
      {signIn.isError && <Notice kind="danger" role="alert" title={passkeyErrorText(signIn.error)} />}
    </div>
  );
}
