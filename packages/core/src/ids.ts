/** Branded ids: a string that names one kind of row and cannot be mistaken for another kind. */
declare const brand: unique symbol;
type Id<Kind extends string> = string & { readonly [brand]: Kind };

export type OrgId = Id<"org">;
export type UserId = Id<"user">;
export type MemberId = Id<"member">;
export type SessionId = Id<"session">;
export type WorkspaceId = Id<"workspace">;
export type HostId = Id<"host">;
export type ToolCallId = Id<"tool_call">;
export type ExecutionId = Id<"execution">;
export type ApprovalId = Id<"approval">;
export type GrantId = Id<"grant">;

/** The one place where a plain string becomes an id; call it where a row or an input was just validated. */
export function asId<T extends string>(value: string): T {
  return value as T;
}
