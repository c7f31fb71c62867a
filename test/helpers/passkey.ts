import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { newId } from "@gatehouse/services/new-id";
import { services } from "./web.ts";

const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();
const ownOrigin = new URL(process.env.PUBLIC_URL ?? "").origin;

type Signing = { challenge: string; origin?: string; host?: string; counter?: number; verified?: boolean };

/** An authenticator without a device: a P-256 key that is registered for the user, and what it signs. */
export async function makePasskey(userId: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coordinate = (value: string) => Buffer.from(value, "base64url");
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    coordinate(x),
    Buffer.from("225820", "hex"),
    coordinate(y),
  ]);
  const id = randomBytes(24).toString("base64url");
  await services.db.passkey.create({
    data: { id: newId<string>(), userId, name: "test", credentialId: id, publicKey: new Uint8Array(cose) },
  });
  let used = 0;
  return {
    id,
    /** What a browser's credential API answers to a challenge. */
    answer(of: Signing) {
      used += 1;
      const { challenge, origin = ownOrigin, host = new URL(ownOrigin).hostname } = of;
      const client = JSON.stringify({ type: "webauthn.get", challenge, origin, crossOrigin: false });
      const counter = Buffer.alloc(4);
      counter.writeUInt32BE(of.counter ?? used);
      const flags = Buffer.from([of.verified === false ? 0x01 : 0x05]);
      const data = Buffer.concat([sha256(host), flags, counter]);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: Buffer.from(client).toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}
