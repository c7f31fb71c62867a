/**
 * The text of a link that opens one question on a phone: whose it is, until when, and a proof that we made it. It shows and
 * answers nothing by itself; whoever opens it signs in first. Proof: test/integration/web/approval-link.test.ts.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { SecretKey, SecretKeys } from "../secret/keys.ts";

export type ApprovalLink = {
  approvalId: string;
  orgId: string;
  /** null: whoever of the org may see the question, as in a webhook */
  memberId: string | null;
  expiresAt: Date;
};
export type ReadLink = { ok: true; link: ApprovalLink } | { ok: false };

const version = 1;
const nobody = "00000000-0000-0000-0000-000000000000";
const keyIdBytes = 8;
const idBytes = 16;
const bodyBytes = 1 + keyIdBytes + 3 * idBytes + 4;
const macBytes = 32;

export function linkToken(keys: SecretKeys, link: ApprovalLink): string {
  const body = Buffer.alloc(bodyBytes);
  body.writeUInt8(version, 0);
  Buffer.from(keys.newest.id, "hex").copy(body, 1);
  const ids = [link.approvalId, link.orgId, link.memberId ?? nobody];
  ids.forEach((id, at) => bytesOf(id).copy(body, 1 + keyIdBytes + at * idBytes));
  body.writeUInt32BE(Math.floor(link.expiresAt.getTime() / 1_000), bodyBytes - 4);
  return Buffer.concat([body, macOf(keys.newest, body)]).toString("base64url");
}

/** What we signed, whether its time is over or not; a text that is not ours, or was changed, is nothing. */
export function readLinkToken(keys: SecretKeys, token: string): ReadLink {
  const bytes = Buffer.from(token, "base64url");
  // The encoding is compared too: another spelling of the same bytes is not what we wrote.
  if (bytes.length !== bodyBytes + macBytes || bytes.toString("base64url") !== token) return { ok: false };
  const body = bytes.subarray(0, bodyBytes);
  const key = keys.find(body.subarray(1, 1 + keyIdBytes).toString("hex"));
  if (key === null || body.readUInt8(0) !== version) return { ok: false };
  if (!timingSafeEqual(macOf(key, body), bytes.subarray(bodyBytes))) return { ok: false };
  const idAt = (at: number): string =>
    idOf(body.subarray(1 + keyIdBytes + at * idBytes, 1 + keyIdBytes + (at + 1) * idBytes));
  const memberId = idAt(2);
  return {
    ok: true,
    link: {
      approvalId: idAt(0),
      orgId: idAt(1),
      memberId: memberId === nobody ? null : memberId,
      expiresAt: new Date(body.readUInt32BE(bodyBytes - 4) * 1_000),
    },
  };
}

/** A key of its own, so that nothing that is signed or sealed with the same bytes elsewhere passes for a link. */
function macOf(key: SecretKey, body: Buffer): Buffer {
  const derived = Buffer.from(hkdfSync("sha256", key.bytes, "", "gatehouse approval link 1", 32));
  return createHmac("sha256", derived).update(body).digest();
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
