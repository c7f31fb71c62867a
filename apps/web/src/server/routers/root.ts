import { router } from "../trpc.ts";
import { approvalRouter } from "./approval.ts";
import { auditRouter } from "./audit.ts";
import { fileRouter } from "./file.ts";
import { grantRouter } from "./grant.ts";
import { hostRouter } from "./host.ts";
import { invitationRouter } from "./invitation.ts";
import { jobRouter } from "./job.ts";
import { loginRouter } from "./login.ts";
import { orgRouter } from "./org.ts";
import { meRouter } from "./me.ts";
import { memberRouter } from "./member.ts";
import { modelRouter } from "./model.ts";
import { notificationRouter } from "./notification.ts";
import { outputRouter } from "./output.ts";
import { policyRouter } from "./policy.ts";
import { questionRouter } from "./question.ts";
import { scriptToolRouter } from "./script-tool.ts";
import { sessionRouter } from "./session.ts";
import { setupRouter } from "./setup.ts";
import { tokenRouter } from "./token.ts";
import { toolCallRouter } from "./tool-call.ts";
import { turnRouter } from "./turn.ts";
import { trashRouter } from "./trash.ts";

export const appRouter = router({
  me: meRouter,
  org: orgRouter,
  setup: setupRouter,
  login: loginRouter,
  invitation: invitationRouter,
  member: memberRouter,
  session: sessionRouter,
  toolCall: toolCallRouter,
  job: jobRouter,
  notification: notificationRouter,
  file: fileRouter,
  question: questionRouter,
  trash: trashRouter,
  token: tokenRouter,
  approval: approvalRouter,
  grant: grantRouter,
  output: outputRouter,
  policy: policyRouter,
  host: hostRouter,
  audit: auditRouter,
  turn: turnRouter,
  model: modelRouter,
  scriptTool: scriptToolRouter,
});
export type AppRouter = typeof appRouter;
