/** Only a path of this site; "//elsewhere" and "/\\elsewhere" would leave it. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])[^\u0000-\u001f]*$/.test(next) ? next : "/";
}
