import { servePage } from "../../../../../../../server/shown-page.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ org: string; id: string }> };

export async function GET(request: Request, { params }: Params): Promise<Response> {
  return servePage(request, await params);
}
