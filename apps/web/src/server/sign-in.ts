import { isAPIError } from "better-auth/api";
import type { RequestContext } from "./context.ts";

/** The auth library checks the password and writes the login; its cookie goes out with this answer. */
export async function signIn(
  context: RequestContext,
  credentials: { email: string; password: string },
): Promise<boolean> {
  try {
    const { headers } = await context.services.auth.api.signInEmail({
      body: credentials,
      headers: context.headers,
      returnHeaders: true,
    });
    for (const cookie of headers.getSetCookie()) context.resHeaders.append("set-cookie", cookie);
    return true;
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return false;
    throw error;
  }
}
