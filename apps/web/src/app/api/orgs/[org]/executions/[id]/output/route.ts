import { downloadOutput } from "../../../../../../../server/output-download.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ org: string; id: string }> };

export async function GET(request: Request, { params }: Params): Promise<Response> {
  return downloadOutput(request, await params);
}
