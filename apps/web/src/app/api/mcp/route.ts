import { handleMcp } from "../../../server/mcp/handle-mcp.ts";

export const dynamic = "force-dynamic";

export const GET = handleMcp;
export const POST = handleMcp;
export const DELETE = handleMcp;
