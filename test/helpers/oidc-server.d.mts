export type OidcAccount = {
  subject: string;
  claims: { email?: string; email_verified?: boolean; name?: string };
};
export type OidcServer = {
  issuer: string;
  clientId: string;
  secret: string;
  /** who signs in there from now on; null: nobody, the provider says no */
  setAccount(account: OidcAccount | null): void;
  close(): Promise<void>;
};
export function startOidcServer(of: { redirectUri: string; port?: number }): Promise<OidcServer>;
