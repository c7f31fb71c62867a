import { listHosts } from "@gatehouse/services/host/list";
import { orgProcedure, router } from "../trpc.ts";

export const hostRouter = router({ list: orgProcedure.query(({ ctx }) => listHosts(ctx.verb)) });
