"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { createBrowserClient, TRPCProvider } from "../../trpc/client.ts";
import { Toaster } from "../../ui/toaster.tsx";
import { TooltipProvider } from "../../ui/tooltip.tsx";
import { createQueryClient } from "./query-client.ts";

const openPages = /^\/(login|setup|invite)(\/|$)/;

function toLogin(): void {
  const { pathname, search } = window.location;
  if (openPages.test(pathname)) return;
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`);
}

export function Providers({ children, nonce }: { children: ReactNode; nonce: string | undefined }) {
  const [queryClient] = useState(() => createQueryClient(toLogin));
  const [trpcClient] = useState(createBrowserClient);
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      {...(nonce === undefined ? {} : { nonce })}
    >
      <NuqsAdapter>
        <QueryClientProvider client={queryClient}>
          <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
            <TooltipProvider delayDuration={300}>{children}</TooltipProvider>
            <Toaster />
          </TRPCProvider>
        </QueryClientProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
