-- What the schema language cannot say: closed sets, states that must agree, the audit chain, announcements.

-- ---- closed sets; the code has the same words in core/tool-call/status, core/role and core/policy/decision

ALTER TABLE "member" ADD CONSTRAINT "member_role_known" CHECK ("role" IN ('member', 'approver', 'admin', 'auditor'));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role_known" CHECK ("role" IN ('member', 'approver', 'admin', 'auditor'));
ALTER TABLE "session" ADD CONSTRAINT "session_mode_known" CHECK ("mode" IN ('safe', 'auto'));
ALTER TABLE "policy" ADD CONSTRAINT "policy_number_positive" CHECK ("number" > 0);

ALTER TABLE "tool_call" ADD CONSTRAINT "tool_call_status_known" CHECK ("status" IN
  ('requested', 'denied', 'awaiting_approval', 'approved', 'executing', 'finished', 'cancelled', 'expired'));
ALTER TABLE "tool_call" ADD CONSTRAINT "tool_call_actor_known" CHECK ("actor_kind" IN ('person', 'agent', 'system'));

ALTER TABLE "decision" ADD CONSTRAINT "decision_facts_known" CHECK ("facts" IN ('lexical', 'resolved'));
ALTER TABLE "decision" ADD CONSTRAINT "decision_verdict_known" CHECK ("verdict" IN ('allow', 'ask', 'deny'));
ALTER TABLE "decision" ADD CONSTRAINT "decision_effect_known" CHECK ("effect" IN ('run', 'trash', 'sudo', 'unsandboxed'));
ALTER TABLE "decision" ADD CONSTRAINT "decision_strength_of_ask" CHECK
  (("verdict" = 'ask' AND "strength" IN ('confirm', 'password')) OR ("verdict" <> 'ask' AND "strength" IS NULL));

ALTER TABLE "approval" ADD CONSTRAINT "approval_strength_known" CHECK ("strength" IN ('confirm', 'password'));
ALTER TABLE "approval" ADD CONSTRAINT "approval_status_known" CHECK ("status" IN
  ('pending', 'approved', 'rejected', 'expired', 'cancelled'));
ALTER TABLE "approval" ADD CONSTRAINT "approval_answer_named" CHECK
  ("status" NOT IN ('approved', 'rejected') OR ("answered_by" IS NOT NULL AND "answered_at" IS NOT NULL));
ALTER TABLE "approval" ADD CONSTRAINT "approval_password_has_step_up" CHECK
  (NOT ("status" = 'approved' AND "strength" = 'password' AND "step_up_id" IS NULL));

ALTER TABLE "grant" ADD CONSTRAINT "grant_access_known" CHECK ("access" IS NULL OR "access" IN ('read', 'write'));

ALTER TABLE "execution" ADD CONSTRAINT "execution_state_known" CHECK ("state" IN ('queued', 'running', 'finished'));
ALTER TABLE "execution" ADD CONSTRAINT "execution_outcome_known" CHECK ("outcome" IS NULL OR "outcome" IN
  ('exited', 'signalled', 'timed_out', 'cancelled', 'output_capped', 'refused', 'sandbox_failed', 'lost'));
ALTER TABLE "execution" ADD CONSTRAINT "execution_finished_has_outcome" CHECK
  (("state" = 'finished') = ("outcome" IS NOT NULL) AND ("state" = 'finished') = ("finished_at" IS NOT NULL));
ALTER TABLE "execution" ADD CONSTRAINT "execution_running_has_lease" CHECK
  ("state" <> 'running' OR ("lease" > 0 AND "lease_expires_at" IS NOT NULL AND "claimed_at" IS NOT NULL));
CREATE INDEX "execution_open_by_host" ON "execution" ("host_id", "state", "lease_expires_at") WHERE "state" <> 'finished';

ALTER TABLE "output_chunk" ADD CONSTRAINT "output_chunk_stream_known" CHECK ("stream" IN (1, 2));
ALTER TABLE "output_chunk" ADD CONSTRAINT "output_chunk_offset_positive" CHECK ("offset" >= 0);

-- ---- the state of an execution and the status of a tool call only move forward

CREATE FUNCTION execution_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'finished' THEN
    IF NEW.state IS DISTINCT FROM OLD.state OR NEW.outcome IS DISTINCT FROM OLD.outcome OR NEW.lease IS DISTINCT FROM OLD.lease THEN
      RAISE EXCEPTION 'execution % is finished', OLD.id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF OLD.state = 'running' AND NEW.state = 'queued' THEN
    RAISE EXCEPTION 'execution % was started and cannot be queued again', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.lease < OLD.lease THEN
    RAISE EXCEPTION 'the lease of execution % only grows', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER execution_moves_forward BEFORE UPDATE ON "execution" FOR EACH ROW EXECUTE FUNCTION execution_moves_forward();

CREATE FUNCTION tool_call_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.input IS DISTINCT FROM OLD.input OR NEW.input_digest IS DISTINCT FROM OLD.input_digest OR NEW.tool IS DISTINCT FROM OLD.tool THEN
    RAISE EXCEPTION 'the input of tool call % is frozen', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status IS NOT DISTINCT FROM OLD.status THEN RETURN NEW; END IF;
  IF NOT (CASE OLD.status
    WHEN 'requested' THEN NEW.status IN ('denied', 'awaiting_approval', 'approved')
    WHEN 'awaiting_approval' THEN NEW.status IN ('approved', 'denied', 'cancelled', 'expired')
    WHEN 'approved' THEN NEW.status IN ('executing', 'cancelled', 'finished')
    WHEN 'executing' THEN NEW.status = 'finished'
    ELSE FALSE END) THEN
    RAISE EXCEPTION 'tool call % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tool_call_moves_forward BEFORE UPDATE ON "tool_call" FOR EACH ROW EXECUTE FUNCTION tool_call_moves_forward();

-- ---- policies are published, never edited

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is not possible: its rows are never changed', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER policy_never_changes BEFORE UPDATE OR DELETE ON "policy" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policy_never_emptied BEFORE TRUNCATE ON "policy" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---- audit: append-only, one hash chain an org

CREATE TRIGGER audit_event_never_changes BEFORE UPDATE OR DELETE ON "audit_event" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_never_emptied BEFORE TRUNCATE ON "audit_event" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_never_removed BEFORE DELETE ON "audit_chain" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_never_emptied BEFORE TRUNCATE ON "audit_chain" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The only writer of both tables. The chain's row is locked until the caller's transaction ends, so two writers of one
-- org follow one another and a transaction that is rolled back leaves no gap. `body` is jsonb as Postgres prints it (keys
-- in its own fixed order); the hash is over exactly this text, and the columns are copies of what stands in it.
-- SECURITY DEFINER: the role of web and worker has no right to insert here by itself.
CREATE FUNCTION append_audit(
  p_org_id uuid,
  p_type text,
  p_actor_kind text,
  p_member_id uuid,
  p_session_id uuid,
  p_tool_call_id uuid,
  p_execution_id uuid,
  p_payload jsonb,
  p_version integer DEFAULT 1
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_seq bigint;
  v_prev text;
  v_at timestamptz(6);
  v_body text;
  v_hash text;
BEGIN
  IF p_actor_kind NOT IN ('person', 'agent', 'system') THEN
    RAISE EXCEPTION 'unknown actor kind %', p_actor_kind USING ERRCODE = 'check_violation';
  END IF;
  IF p_type !~ '^[a-z_]+\.[a-z_]+$' THEN
    RAISE EXCEPTION 'malformed audit event type %', p_type USING ERRCODE = 'check_violation';
  END IF;

  INSERT INTO audit_chain (org_id, seq, head) VALUES (p_org_id, 0, repeat('0', 64)) ON CONFLICT (org_id) DO NOTHING;
  SELECT seq + 1, head INTO STRICT v_seq, v_prev FROM audit_chain WHERE org_id = p_org_id FOR UPDATE;
  v_at := clock_timestamp();

  v_body := jsonb_build_object(
    'orgId', p_org_id,
    'seq', v_seq,
    'type', p_type,
    'version', p_version,
    'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actorKind', p_actor_kind,
    'memberId', p_member_id,
    'sessionId', p_session_id,
    'toolCallId', p_tool_call_id,
    'executionId', p_execution_id,
    'payload', coalesce(p_payload, '{}'::jsonb)
  )::text;
  v_hash := encode(sha256(convert_to(v_prev || v_body, 'UTF8')), 'hex');

  INSERT INTO audit_event (org_id, seq, type, version, at, actor_kind, member_id, session_id, tool_call_id, execution_id, body, prev_hash, hash)
  VALUES (p_org_id, v_seq, p_type, p_version, v_at, p_actor_kind, p_member_id, p_session_id, p_tool_call_id, p_execution_id, v_body, v_prev, v_hash);
  UPDATE audit_chain SET seq = v_seq, head = v_hash WHERE org_id = p_org_id;
  RETURN v_seq;
END $$;
REVOKE ALL ON FUNCTION append_audit(uuid, text, text, uuid, uuid, uuid, uuid, jsonb, integer) FROM PUBLIC;

-- ---- announcements on the channel "gatehouse": ids and states only, sent when the transaction commits

CREATE FUNCTION announce_tool_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gatehouse', json_build_object('kind', 'tool_call', 'orgId', NEW.org_id, 'sessionId', NEW.session_id,
    'toolCallId', NEW.id, 'state', NEW.status)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER tool_call_announced_new AFTER INSERT ON "tool_call" FOR EACH ROW EXECUTE FUNCTION announce_tool_call();
CREATE TRIGGER tool_call_announced AFTER UPDATE ON "tool_call" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_tool_call();

CREATE FUNCTION announce_execution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gatehouse', json_build_object('kind', 'execution', 'orgId', NEW.org_id, 'sessionId', NEW.session_id,
    'toolCallId', NEW.tool_call_id, 'executionId', NEW.id, 'hostId', NEW.host_id, 'state', NEW.state, 'outcome', NEW.outcome,
    'cancelRequested', NEW.cancel_requested_at IS NOT NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER execution_announced_new AFTER INSERT ON "execution" FOR EACH ROW EXECUTE FUNCTION announce_execution();
-- Not on each heartbeat: a lease that is only prolonged changes nothing anybody waits for.
CREATE TRIGGER execution_announced AFTER UPDATE ON "execution" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.outcome IS DISTINCT FROM NEW.outcome
    OR OLD.cancel_requested_at IS DISTINCT FROM NEW.cancel_requested_at OR OLD.started_at IS DISTINCT FROM NEW.started_at
    OR OLD.output_capped IS DISTINCT FROM NEW.output_capped)
  EXECUTE FUNCTION announce_execution();

CREATE FUNCTION announce_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gatehouse', json_build_object('kind', 'approval', 'orgId', NEW.org_id,
    'sessionId', (SELECT session_id FROM tool_call WHERE id = NEW.tool_call_id), 'toolCallId', NEW.tool_call_id,
    'approvalId', NEW.id, 'state', NEW.status)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER approval_announced_new AFTER INSERT ON "approval" FOR EACH ROW EXECUTE FUNCTION announce_approval();
CREATE TRIGGER approval_announced AFTER UPDATE ON "approval" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION announce_approval();
