import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Outputs } from "../../trpc/client.ts";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { upsertCall } from "./upsert-call.ts";

type Calls = InfiniteData<Outputs["toolCall"]["list"]>;

/**
 * Puts what the server just said of a call into the list. A list that was asked for before this and arrives after
 * it would take the call away again, so such a request is started anew.
 */
export function putCall(queryClient: QueryClient, key: QueryKey, view: ToolCallView): void {
  queryClient.setQueryData<Calls>(key, (data) => data && upsertCall(data, view));
  if (queryClient.isFetching({ queryKey: key, exact: true }) > 0) {
    void queryClient.invalidateQueries({ queryKey: key, exact: true });
  }
}
