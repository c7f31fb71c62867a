-- AlterTable
ALTER TABLE "tool_call" ADD COLUMN "parent_call_id" UUID;

-- AlterTable
ALTER TABLE "execution" ADD COLUMN "hostless" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "turn" ADD COLUMN "parent_call_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "turn_parent_call_id_key" ON "turn"("parent_call_id");

-- A session has one turn of its own at a time; its subagents have theirs beside it.
DROP INDEX "turn_one_open";
CREATE UNIQUE INDEX "turn_one_open" ON "turn" ("session_id")
  WHERE "status" IN ('thinking', 'calling', 'waiting') AND "parent_call_id" IS NULL;

ALTER TABLE "message" DROP CONSTRAINT "message_author_known";
ALTER TABLE "message" ADD CONSTRAINT "message_author_known" CHECK ("author" IN ('person', 'product', 'agent'));

CREATE INDEX "execution_hostless" ON "execution" ("session_id", "queued_at") WHERE "hostless" AND "state" <> 'finished';

DROP INDEX "tool_call_background";
CREATE INDEX "tool_call_background" ON "tool_call" ("changed_at") WHERE "tool" IN ('background_command', 'background_subagents');

CREATE OR REPLACE FUNCTION execution_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT member_id, tool IN ('background_command', 'background_subagents'), tool IN ('subagents', 'background_subagents')
    INTO NEW.member_id, NEW.background, NEW.hostless FROM tool_call WHERE id = NEW.tool_call_id;
  RETURN NEW;
END $$;

-- The end of what goes on beside a turn, whoever wrote it: its worker, a cancel, the reaper, or its subagent.
CREATE OR REPLACE FUNCTION tell_job_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_call record;
BEGIN
  SELECT t.id, t.tool, t.program, t.member_id, t.session_id, s.owner_member_id INTO v_call
    FROM "tool_call" t JOIN "session" s ON s.id = t.session_id WHERE t.id = NEW.tool_call_id;
  IF v_call.tool IS NULL OR v_call.tool NOT IN ('background_command', 'background_subagents') THEN RETURN NULL; END IF;
  PERFORM tell_member(NEW.org_id, m.id, 'job.ended', v_call.id, '', v_call.session_id, jsonb_build_object('program', v_call.program,
    'executionId', NEW.id, 'outcome', NEW.outcome, 'exitCode', NEW.exit_code), 1)
    FROM (SELECT DISTINCT unnest(ARRAY[v_call.member_id, v_call.owner_member_id]) AS id ORDER BY id) m;
  RETURN NULL;
END $$;

ALTER TABLE "decision" DROP CONSTRAINT "decision_effect_known";
ALTER TABLE "decision" ADD CONSTRAINT "decision_effect_known" CHECK ("effect" IN
  ('run', 'trash', 'sudo', 'unsandboxed', 'file', 'web', 'script', 'media', 'show', 'question', 'subagent'));

-- No worker beats for a subagent: its turn has a lease of its own, and its call ends with it.
ALTER TABLE "execution" DROP CONSTRAINT "execution_running_has_lease";
ALTER TABLE "execution" ADD CONSTRAINT "execution_running_has_lease" CHECK
  ("state" <> 'running' OR ("lease" > 0 AND "claimed_at" IS NOT NULL AND ("hostless" OR "lease_expires_at" IS NOT NULL)));
