const silentMs = 15_000;

/** What the host row says, unless its worker has not been heard of: then it is silent, whatever it last said. */
export function hostState(host: { state: string; lastSeenAt: Date }, now: Date): string {
  return now.getTime() - host.lastSeenAt.getTime() > silentMs ? "silent" : host.state;
}
