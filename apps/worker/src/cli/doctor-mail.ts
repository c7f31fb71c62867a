import { createMailer } from "@gatehouse/services/notification/mail";
import type { HostCheck } from "../sandbox/host-report.ts";

const name = "e-mail";

/** Reaches the mail server and signs in there; sends nothing. Without one, people are told on the pages and by push. */
export async function checkMail(url: string | null, from: string | null): Promise<HostCheck> {
  const fix = "set SMTP_URL (smtp://name:password@host:587) and SMTP_FROM for the worker";
  if (url === null && from === null)
    return { name, ok: true, detail: "not set: nobody is sent any (SMTP_URL and SMTP_FROM)" };
  if (url === null || from === null)
    return { name, ok: false, detail: `${url === null ? "SMTP_URL" : "SMTP_FROM"} is not set`, fix };
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url))
    return { name, ok: false, detail: "SMTP_URL starts with neither smtp:// nor smtps://", fix };
  const { hostname, port } = new URL(url);
  const mailer = createMailer({ url, from });
  try {
    await mailer.verify();
    return { name, ok: true, detail: `${hostname} takes it, from ${from}` };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return { name, ok: false, detail: `${hostname}${port === "" ? "" : `:${port}`}: ${why}`, fix };
  } finally {
    mailer.close();
  }
}
