-- A locked member asks for nothing. The key of the member's row is shared until the call is committed, and locking takes the
-- whole row: a call that was under way is there when the member's work is ended, or is refused here.
CREATE FUNCTION refuse_locked_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE locked timestamptz;
BEGIN
  SELECT locked_at INTO locked FROM "member" WHERE id = NEW.member_id FOR KEY SHARE;
  IF locked IS NOT NULL THEN
    RAISE EXCEPTION 'member % is locked', NEW.member_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tool_call_of_locked_member BEFORE INSERT ON "tool_call" FOR EACH ROW EXECUTE FUNCTION refuse_locked_member();
CREATE TRIGGER turn_of_locked_member BEFORE INSERT ON "turn" FOR EACH ROW EXECUTE FUNCTION refuse_locked_member();
CREATE TRIGGER api_token_of_locked_member BEFORE INSERT ON "api_token" FOR EACH ROW EXECUTE FUNCTION refuse_locked_member();
