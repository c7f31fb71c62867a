type Subscription = { unsubscribe: () => void };

/**
 * Holds a subscription that is begun again `againMs` after it failed, until what is returned is called. `subscribe`
 * is handed what its `onError` has to call.
 */
export function keepSubscribed(againMs: number, subscribe: (failed: () => void) => Subscription): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let subscription: Subscription = { unsubscribe() {} };
  const open = () => {
    subscription = subscribe(() => {
      if (!closed) timer = setTimeout(open, againMs);
    });
  };
  open();
  return () => {
    closed = true;
    clearTimeout(timer);
    subscription.unsubscribe();
  };
}
