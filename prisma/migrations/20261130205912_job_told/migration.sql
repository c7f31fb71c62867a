-- The agent that asked for a background command hears of each keyword found, once a transaction.
CREATE FUNCTION announce_keyword_hit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gatehouse', json_build_object('kind', 'keyword', 'orgId', NEW.org_id, 'executionId', NEW.execution_id,
    'toolCallId', (SELECT tool_call_id FROM execution WHERE id = NEW.execution_id), 'state', 'found')::text);
  RETURN NULL;
END $$;
CREATE TRIGGER keyword_hit_announced AFTER INSERT ON "keyword_hit" FOR EACH ROW EXECUTE FUNCTION announce_keyword_hit();

CREATE INDEX "tool_call_background" ON "tool_call" ("changed_at") WHERE "tool" = 'background_command';
