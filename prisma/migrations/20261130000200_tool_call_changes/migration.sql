-- Input, reasons and asks as JSON text: a refused call may carry a NUL or a lone surrogate, which jsonb cannot hold.
ALTER TABLE "tool_call" ALTER COLUMN "input" TYPE TEXT USING "input"::text;
ALTER TABLE "decision" ALTER COLUMN "reasons" TYPE TEXT USING "reasons"::text;
ALTER TABLE "approval" ALTER COLUMN "asks" TYPE TEXT USING "asks"::text;

-- When a call, its approval or its execution last changed: a watcher that was away reads on from there.
ALTER TABLE "tool_call" ADD COLUMN "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "tool_call_session_id_changed_at_idx" ON "tool_call" ("session_id", "changed_at");

-- A call that was approved and has not started may be held again: on the host it turned out to need a person after all.
CREATE OR REPLACE FUNCTION tool_call_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.input IS DISTINCT FROM OLD.input OR NEW.input_digest IS DISTINCT FROM OLD.input_digest OR NEW.tool IS DISTINCT FROM OLD.tool THEN
    RAISE EXCEPTION 'the input of tool call % is frozen', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  NEW.changed_at := clock_timestamp();
  IF NEW.status IS NOT DISTINCT FROM OLD.status THEN RETURN NEW; END IF;
  IF NOT (CASE OLD.status
    WHEN 'requested' THEN NEW.status IN ('denied', 'awaiting_approval', 'approved')
    WHEN 'awaiting_approval' THEN NEW.status IN ('approved', 'denied', 'cancelled', 'expired')
    WHEN 'approved' THEN NEW.status IN ('executing', 'cancelled', 'finished', 'awaiting_approval')
    WHEN 'executing' THEN NEW.status = 'finished'
    ELSE FALSE END) THEN
    RAISE EXCEPTION 'tool call % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- The call's own row is touched where its approval or execution changed and its status did not.
CREATE FUNCTION touch_tool_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "tool_call" SET changed_at = clock_timestamp() WHERE id = NEW.tool_call_id;
  RETURN NULL;
END $$;
CREATE TRIGGER execution_touches_call AFTER UPDATE ON "execution" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.cancel_requested_at IS DISTINCT FROM NEW.cancel_requested_at
    OR OLD.started_at IS DISTINCT FROM NEW.started_at)
  EXECUTE FUNCTION touch_tool_call();
CREATE TRIGGER approval_touches_call AFTER UPDATE ON "approval" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION touch_tool_call();
