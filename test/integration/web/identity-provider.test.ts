import { randomUUID } from "node:crypto";
import { newId } from "@gatehouse/services/new-id";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startEvilIssuer } from "../../helpers/evil-issuer.ts";
import { enrolTotp } from "../../helpers/enrol-totp.ts";
import { type OidcServer, startOidcServer } from "../../helpers/oidc-server.mjs";
import { makeOrg, type TestOrg } from "../../helpers/org.ts";
import { makePasskey } from "../../helpers/passkey.ts";
import { comeBack, throughProvider } from "../../helpers/provider-sign-in.ts";
import { browser, type Person, services } from "../../helpers/web.ts";

const home = "http://gatehouse.test";
const redirectUri = `${home}/api/oidc/callback`;
let server: OidcServer;
let org: TestOrg;
const settings = () => ({
  org: org.slug,
  name: "Acme ID",
  issuer: server.issuer,
  clientId: server.clientId,
  secret: server.secret,
  domains: ["example.test"],
  newcomerRole: null,
  secondFactorTrusted: false,
});

beforeAll(async () => {
  server = await startOidcServer({ redirectUri });
});
afterAll(() => server.close());
beforeEach(async () => {
  org = await makeOrg();
  await org.admin.api.org.saveIdentityProvider.mutate(settings());
});

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "OK",
    (error: { data?: { code?: string } }) => error.data?.code ?? "unknown",
  );

async function begin(person: Person, next?: string): Promise<string> {
  const { id } = await services.db.identityProvider.findUniqueOrThrow({ where: { orgId: org.id } });
  const { url } = await person.api.login.beginProvider.mutate({
    id,
    ...(next === undefined ? {} : { next }),
  });
  return url;
}

/** The whole way of one browser; gives where it ends. */
async function signIn(email: string, more: { verified?: boolean; subject?: string; next?: string } = {}) {
  const { verified = true, subject = email, next } = more;
  server.setAccount({ subject, claims: { email, email_verified: verified, name: "Somebody New" } });
  const person = browser();
  const end = await comeBack(person, await throughProvider(await begin(person, next)));
  return { person, end };
}
const problem = (code: string) => `${home}/login?problem=${code}`;
const mine = async (person: Person) => (await person.api.me.get.query()).orgs.map(({ slug }) => slug);

describe("a sign-in at the org's identity provider", () => {
  it("opens the account of the member whose verified e-mail it names, and no other org of theirs", async () => {
    const member = await org.join("member");
    const other = await makeOrg();
    const place = { orgId: other.id, userId: member.userId, role: "admin" };
    await services.db.member.create({ data: { id: newId<string>(), ...place } });
    const next = `/${org.slug}/audit`;
    const { person, end } = await signIn(member.email, { next });
    expect(end).toBe(`${home}${next}`);
    expect(await mine(person)).toEqual([org.slug]);
    expect(await codeOf(person.api.session.list.query({ org: other.slug }))).toBe("NOT_FOUND");
    await services.db.account.deleteMany({ where: { userId: member.userId, providerId: "credential" } });
    expect(await codeOf(person.api.me.beginTotp.mutate({}))).toBe("FORBIDDEN");
    const events = await services.db.auditEvent.findMany({
      where: { orgId: org.id },
      orderBy: { seq: "asc" },
    });
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["identity_provider.saved", "identity.linked", "login.succeeded"]),
    );
    expect(JSON.stringify(events.map(({ body }) => body))).not.toContain(server.secret);
  });

  it("stays with the subject when the e-mail at the provider changes, and opens nothing by another's", async () => {
    const [member, other] = await Promise.all([org.join("member"), org.join("member")]);
    await signIn(member.email, { subject: "s-1" });
    const { person } = await signIn(other.email, { subject: "s-1" });
    expect((await person.api.me.get.query()).user?.email).toBe(member.email);
  });

  it("lets an invited person in with the role of the invitation, once, and nobody who was not invited", async () => {
    const email = "invited@example.test";
    const uninvited = await signIn("stranger@example.test");
    expect(uninvited.end).toBe(problem("invitation_needed"));
    expect((await uninvited.person.api.me.get.query()).user).toBeNull();
    await org.admin.api.invitation.create.mutate({ org: org.slug, email, role: "auditor" });
    const { person, end } = await signIn(email);
    expect(end).toBe(`${home}/`);
    expect((await person.api.me.get.query()).orgs).toMatchObject([{ slug: org.slug, role: "auditor" }]);
    expect(await org.admin.api.invitation.list.query({ org: org.slug })).toEqual([]);
    expect((await signIn(email)).end).toBe(`${home}/`);
  });

  it("lets newcomers of the named domains in where an admin set a role for them, and never as an admin", async () => {
    const save = org.admin.api.org.saveIdentityProvider;
    await save.mutate({ ...settings(), newcomerRole: "member" });
    const { person } = await signIn("newcomer@example.test");
    expect((await person.api.me.get.query()).orgs).toMatchObject([{ role: "member" }]);
    const wrong = { ...settings(), newcomerRole: "admin" as "member" };
    expect(await codeOf(save.mutate(wrong))).toBe("BAD_REQUEST");
    expect(await codeOf(save.mutate({ ...settings(), newcomerRole: "member", domains: [] }))).toBe(
      "BAD_REQUEST",
    );
  });

  it("asks for the code of whoever has an app, unless an admin trusts the provider with that", async () => {
    const member = await org.join("member");
    const { fresh } = await enrolTotp(member);
    const { person, end } = await signIn(member.email);
    expect(end).toBe(`${home}/login?step=code`);
    expect((await person.api.me.get.query()).user).toBeNull();
    expect(await codeOf(person.api.login.finishProvider.mutate({ code: "000000" }))).toBe("UNAUTHORIZED");
    expect(await codeOf(browser().api.login.finishProvider.mutate({ code: await fresh() }))).toBe(
      "UNAUTHORIZED",
    );
    const code = await fresh();
    await person.api.login.finishProvider.mutate({ code });
    expect(await mine(person)).toEqual([org.slug]);
    expect(await codeOf(person.api.login.finishProvider.mutate({ code: await fresh() }))).toBe(
      "UNAUTHORIZED",
    );
    const holder = await org.join("member");
    await makePasskey(holder.userId);
    expect((await signIn(holder.email)).end).toBe(problem("passkey"));
    await org.admin.api.org.saveIdentityProvider.mutate({ ...settings(), secondFactorTrusted: true });
    await services.db.org.update({ where: { id: org.id }, data: { secondFactorRoles: ["member"] } });
    const bare = await org.join("member");
    const trusted = await signIn(bare.email);
    expect(await codeOf(trusted.person.api.session.list.query({ org: org.slug }))).toBe("OK");
    expect(await codeOf(bare.api.session.list.query({ org: org.slug }))).toBe("FORBIDDEN");
  });
});

describe("what does not hold", () => {
  it("an e-mail that is not verified, of another domain, or of an account that is no member here", async () => {
    const member = await org.join("member");
    expect((await signIn(member.email, { verified: false })).end).toBe(problem("unverified_email"));
    const foreign = await makeOrg();
    expect((await signIn(foreign.admin.email)).end).toBe(problem("account_exists"));
    const invited = { org: org.slug, email: foreign.admin.email, role: "member" as const };
    await org.admin.api.invitation.create.mutate(invited);
    expect((await signIn(foreign.admin.email)).end).toBe(problem("account_exists"));
    for (const email of ["a@evil.test", "a@example.test.evil.test", "a@sub.example.test"])
      expect((await signIn(email)).end).toBe(problem("domain"));
    expect(await services.db.account.count({ where: { providerId: `oidc:${org.id}` } })).toBe(0);
    const failed = await services.db.auditEvent.count({ where: { orgId: org.id, type: "login.failed" } });
    expect(failed).toBe(6);
  });

  it("a locked member, also one who signed in there before, and a provider that says no", async () => {
    const member = await org.join("member");
    const { person } = await signIn(member.email);
    await org.admin.api.member.lock.mutate({ org: org.slug, memberId: member.memberId });
    expect((await person.api.me.get.query()).user).toBeNull();
    expect((await signIn(member.email)).end).toBe(problem("locked"));
    server.setAccount(null);
    const other = browser();
    expect(await comeBack(other, await throughProvider(await begin(other)))).toBe(problem("declined"));
  });

  it("a state that came back already, in another browser, too late, or that was never given out", async () => {
    const member = await org.join("member");
    const account = { subject: member.email, claims: { email: member.email, email_verified: true } };
    server.setAccount(account);
    const person = browser();
    const back = await throughProvider(await begin(person));
    const cookies = new Map(person.cookies);
    expect(await comeBack(browser(), back)).toBe(problem("expired"));
    expect(await comeBack(person, back)).toBe(`${home}/`);
    expect(await comeBack(browser(cookies), back)).toBe(problem("expired"));
    const late = browser();
    const lateBack = await throughProvider(await begin(late));
    await services.db.oidcSignIn.updateMany({ data: { expiresAt: new Date(Date.now() - 60_000) } });
    expect(await comeBack(late, lateBack)).toBe(problem("expired"));
    const other = browser();
    await begin(other);
    expect(await comeBack(other, `${redirectUri}?code=x&state=${randomUUID()}`)).toBe(problem("expired"));
  });

  it("an ID token of another issuer, for another client, of another sign-in, too old, or signed by nobody", async () => {
    const member = await org.join("member");
    const evil = await startEvilIssuer("gatehouse");
    try {
      await org.admin.api.org.saveIdentityProvider.mutate({ ...settings(), issuer: evil.issuer });
      const attempt = async (token: Parameters<typeof evil.answerWith>[0]) => {
        const person = browser();
        const asked = new URL(await begin(person));
        const { state = "", nonce = "" } = Object.fromEntries(asked.searchParams);
        expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
        const claims = { nonce, email: member.email, email_verified: true, ...token.claims };
        evil.answerWith({ ...token, claims });
        return comeBack(person, `${redirectUri}?code=x&state=${state}`);
      };
      const seconds = Math.floor(Date.now() / 1000);
      for (const token of [
        { claims: { iss: server.issuer } },
        { claims: { aud: "another client" } },
        { claims: { nonce: "of another sign-in" } },
        { claims: { nonce: undefined } },
        { claims: { iat: seconds - 900, exp: seconds - 600 } },
        { foreignKey: true },
        { header: { alg: "none" } },
        { header: { alg: "HS256" } },
      ])
        expect([token, await attempt(token)]).toEqual([token, problem("invalid")]);
      expect(await attempt({ claims: { email_verified: "true" } })).toBe(problem("unverified_email"));
      expect(await attempt({})).toBe(`${home}/`);
    } finally {
      await evil.close();
    }
  });

  it("an address to go to afterwards that leaves this site", async () => {
    const member = await org.join("member");
    for (const next of [
      "https://evil.test/",
      "//evil.test",
      "/\\evil.test",
      "javascript:alert(1)",
      "/\t/evil.test",
    ])
      expect((await signIn(member.email, { next })).end).toBe(`${home}/`);
  });
});

describe("an admin", () => {
  it("is told at once of an issuer that does not answer or is not safe, and nothing is kept", async () => {
    const { admin, slug } = await makeOrg();
    const save = (issuer: string) =>
      codeOf(admin.api.org.saveIdentityProvider.mutate({ ...settings(), org: slug, issuer }));
    expect(await save("http://id.example.com")).toBe("BAD_REQUEST");
    expect(await save("http://127.0.0.1:1")).toBe("SERVICE_UNAVAILABLE");
    expect(await save(`${server.issuer}/other`)).toBe("SERVICE_UNAVAILABLE");
    expect(await admin.api.org.identityProvider.query({ org: slug })).toMatchObject({ provider: null });
  });

  it("keeps the secret sealed and unread, and ends what was opened there by removing it", async () => {
    const member = await org.join("member");
    const { person } = await signIn(member.email);
    const { secret: _secret, ...kept } = settings();
    await org.admin.api.org.saveIdentityProvider.mutate({ ...kept, name: "Renamed" });
    const shown = await org.admin.api.org.identityProvider.query({ org: org.slug });
    expect(JSON.stringify(shown)).not.toContain(server.secret);
    const row = await services.db.orgSecret.findFirstOrThrow({ where: { orgId: org.id } });
    expect(Buffer.from(row.sealed).includes(server.secret)).toBe(false);
    expect(await mine(person)).toEqual([org.slug]);
    await org.admin.api.org.removeIdentityProvider.mutate({ org: org.slug });
    expect((await person.api.me.get.query()).user).toBeNull();
    expect((await member.api.me.get.query()).user?.email).toBe(member.email);
    expect(await services.db.orgSecret.count({ where: { orgId: org.id } })).toBe(0);
  });
});
