import { createServer } from "node:http";
import Provider from "oidc-provider";

/**
 * A real identity provider on this machine. Whoever is asked to sign in there is `account` without another question, so that
 * a test says who somebody is by setting it.
 */
export async function startOidcServer({ redirectUri, port = 0 }) {
  const server = createServer();
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const state = { account: null };
  const client = { clientId: "gatehouse", secret: "a client secret of the tests" };
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["a key of the tests"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...state.account?.claims }) }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client.clientId,
        accountId: context.oidc.session.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.on("server_error", (_context, error) => console.error(error));
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url.startsWith("/interaction/")) return answer(request, response);
    const result =
      state.account === null
        ? { error: "access_denied", error_description: "nobody is signed in" }
        : { login: { accountId: state.account.subject, remember: false } };
    return provider.interactionFinished(request, response, result).catch((error) => response.destroy(error));
  });
  return {
    issuer,
    ...client,
    setAccount(account) {
      state.account = account;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
