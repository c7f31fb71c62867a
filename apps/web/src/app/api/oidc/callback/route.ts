import { answerProvider } from "../../../../server/provider-callback.ts";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return answerProvider(request);
}
