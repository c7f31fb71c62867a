import { createOTP } from "@better-auth/utils/otp";
import { base32 } from "@better-auth/utils/base32";
import { services } from "./web.ts";
import { password, type TestMember } from "./org.ts";

/** An authenticator app of this person; `fresh` is a code that was never shown before, for one use. */
export async function enrolTotp(person: TestMember) {
  const { secret } = await person.api.me.beginTotp.mutate({ password });
  const otp = createOTP(new TextDecoder().decode(base32.decode(secret)));
  const { recoveryCodes } = await person.api.me.confirmTotp.mutate({ code: await otp.totp() });
  const fresh = async (): Promise<string> => {
    // the step of the code that turned it on is forgotten, so that no test waits for the next half minute
    await services.db.userTotp.update({ where: { userId: person.userId }, data: { lastStep: 0 } });
    return otp.totp();
  };
  return { otp, recoveryCodes, fresh };
}
