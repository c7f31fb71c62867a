import { metrics } from "../../server/metrics.ts";

export const dynamic = "force-dynamic";

export const GET = metrics;
