import type { PublicCtx } from "../context.ts";
import type { Person } from "../login/resolve.ts";

/** First argument of a verb about one's own account: a person with a login, whatever their orgs. Never a token's. */
export type PersonCtx = PublicCtx & { person: Person };
