"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC, useTRPCClient } from "../../trpc/client.ts";
import { useOrg } from "../shell/org-context.tsx";
import { browserName } from "./browser-name.ts";

/** What this browser can do about messages: nothing, ask, or it was told no for good. */
export type PushAbility = "unknown" | "unsupported" | "blocked" | "able";

const script = "/push-worker.js";

/** Each org has keys of its own, so each has a worker of its own, for its part of the site. */
function scopeOf(slug: string): string {
  return `/${slug}/`;
}

function keyName(slug: string): string {
  return `gatehouse.push.${slug}`;
}

/** Switches messages of this org on and off in this browser. */
export function usePush() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [ability, setAbility] = useState<PushAbility>("unknown");
  const [deviceId, setDeviceId] = useState<string | null>(null);
  useEffect(() => {
    const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    setAbility(!able ? "unsupported" : Notification.permission === "denied" ? "blocked" : "able");
    setDeviceId(localStorage.getItem(keyName(slug)));
  }, [slug]);
  const onSettled = () =>
    queryClient.invalidateQueries({ queryKey: trpc.notification.preferences.pathKey() });
  const on = useMutation({
    mutationFn: async () => {
      if ((await Notification.requestPermission()) !== "granted") {
        setAbility("blocked");
        throw new Error("The browser was told not to show messages of this site.");
      }
      const { key } = await client.notification.pushKey.mutate({ org: slug });
      const subscription = await subscribed(slug, key);
      const { endpoint, keys } = subscription.toJSON();
      const device = await client.notification.addDevice.mutate({
        org: slug,
        name: browserName(navigator.userAgent),
        endpoint: endpoint ?? "",
        p256dh: keys?.["p256dh"] ?? "",
        auth: keys?.["auth"] ?? "",
      });
      localStorage.setItem(keyName(slug), device.id);
      setDeviceId(device.id);
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      if (id === deviceId) {
        const registration = await navigator.serviceWorker.getRegistration(scopeOf(slug));
        await (await registration?.pushManager.getSubscription())?.unsubscribe();
        localStorage.removeItem(keyName(slug));
        setDeviceId(null);
      }
      await client.notification.removeDevice.mutate({ org: slug, id });
    },
    onSettled,
  });
  return { ability, deviceId, on, remove };
}

/** A subscription made with other keys than the org has now is of no use to it. */
async function subscribed(slug: string, key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(script, { scope: scopeOf(slug) });
  const registration = await activeIn(scopeOf(slug));
  const applicationServerKey = bytesOf(key);
  const wanted = { userVisibleOnly: true, applicationServerKey };
  const known = await registration.pushManager.getSubscription();
  const knownKey = known?.options.applicationServerKey;
  if (known && knownKey && sameBytes(new Uint8Array(knownKey), applicationServerKey)) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe(wanted);
}

async function activeIn(scope: string): Promise<ServiceWorkerRegistration> {
  for (let left = 100; left > 0; left -= 1) {
    const registration = await navigator.serviceWorker.getRegistration(scope);
    if (registration?.active) return registration;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The browser did not start the part that shows messages. Load the page again.");
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
