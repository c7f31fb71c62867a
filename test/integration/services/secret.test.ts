import { randomBytes } from "node:crypto";
import { readSecretKeys } from "@gatehouse/services/secret/keys";
import { rotateSecrets } from "@gatehouse/services/secret/rotate";
import { openValue, sealValue } from "@gatehouse/services/secret/seal";
import { putSecret, readSecret } from "@gatehouse/services/secret/store";
import { newTotpSecret, openTotpSecret } from "@gatehouse/services/totp/secret";
import { describe, expect, it } from "vitest";
import { auditTypes, makeOrg } from "../../helpers/org.ts";
import { services } from "../../helpers/web.ts";

const { db } = services;
const key = (): string => randomBytes(32).toString("base64url");
const now = new Date();

describe("secrets of an org", () => {
  it("are nowhere in the database as they are", async () => {
    const org = await makeOrg();
    const place = { orgId: org.id, name: "model" };
    await putSecret({ db, keys: services.secretKeys }, place, { value: "sk-very-secret", by: null, now });
    const row = await db.orgSecret.findUniqueOrThrow({ where: { orgId_name: place } });
    expect(Buffer.from(row.sealed).includes("sk-very-secret")).toBe(false);
    expect(row.keyId).toBe(services.secretKeys.newest.id);
    expect(await readSecret({ db, keys: services.secretKeys }, place)).toBe("sk-very-secret");
  });

  it("do not open at another place, with another key, or changed", () => {
    const keys = readSecretKeys(key());
    const place = { orgId: "a", name: "n" };
    const sealed = sealValue(keys, place, "value");
    expect(openValue(keys, place, sealed)).toBe("value");
    expect(() => openValue(keys, { orgId: "b", name: "n" }, sealed)).toThrow("does not open");
    expect(() => openValue(keys, { orgId: "a", name: "m" }, sealed)).toThrow("does not open");
    expect(() => openValue(readSecretKeys(key()), place, sealed)).toThrow("does not hold");
    for (const at of [0, 12, sealed.sealed.length - 1]) {
      const changed = new Uint8Array(sealed.sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openValue(keys, place, { ...sealed, sealed: changed })).toThrow("does not open");
    }
  });

  it("are sealed anew with the newest key, once, on record, and then need no older key", async () => {
    const org = await makeOrg();
    const place = { orgId: org.id, name: "model" };
    const old = key();
    const next = key();
    await putSecret({ db, keys: readSecretKeys(old) }, place, { value: "kept", by: null, now });
    const both = readSecretKeys(`${next},${old}`);
    expect(await readSecret({ db, keys: both }, place)).toBe("kept");
    expect((await rotateSecrets(db, both)).sealedAnew).toBe(1);
    expect((await rotateSecrets(db, both)).sealedAnew).toBe(0);
    expect(await readSecret({ db, keys: readSecretKeys(next) }, place)).toBe("kept");
    expect(await auditTypes(org.id)).toContain("secret.rotated");
  });

  it("of people's authenticator apps are sealed anew too, or nobody could sign in without the older key", async () => {
    const org = await makeOrg();
    const { userId } = await db.member.findFirstOrThrow({ where: { orgId: org.id } });
    const old = key();
    const next = key();
    const { secret, ...sealed } = newTotpSecret(readSecretKeys(old), userId);
    await db.userTotp.create({ data: { userId, ...sealed } });
    expect((await rotateSecrets(db, readSecretKeys(`${next},${old}`))).sealedAnew).toBe(1);
    const row = await db.userTotp.findUniqueOrThrow({ where: { userId } });
    expect(openTotpSecret(readSecretKeys(next), userId, row)).toBe(secret);
    await db.userTotp.delete({ where: { userId } });
  });

  it("tell what is wrong with a key", () => {
    expect(() => readSecretKeys("")).toThrow("no key");
    expect(() => readSecretKeys("short")).toThrow("key 1 of SECRET_KEYS is not 32 bytes");
  });
});
