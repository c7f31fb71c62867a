-- An answer names what was shown; arguments may be changed instead of answered; a rule may ask for another person.
ALTER TABLE "approval" ADD COLUMN "round" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "second_person" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "replaced_by" UUID;
ALTER TABLE "approval" ADD CONSTRAINT "approval_replaced_is_cancelled" CHECK ("replaced_by" IS NULL OR "status" = 'cancelled');

-- Nobody may answer twice, and what was answered stays as it was: only a call that is held again asks anew.
CREATE FUNCTION approval_rounds_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.input_digest IS DISTINCT FROM OLD.input_digest OR NEW.tool_call_id IS DISTINCT FROM OLD.tool_call_id OR NEW.org_id IS DISTINCT FROM OLD.org_id THEN
    RAISE EXCEPTION 'approval % stays with its call', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.round < OLD.round THEN
    RAISE EXCEPTION 'the round of approval % only grows', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status <> 'pending' AND NEW.round = OLD.round AND NEW.status IS DISTINCT FROM OLD.status THEN
    RAISE EXCEPTION 'approval % was answered', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.round = OLD.round AND (NEW.asks IS DISTINCT FROM OLD.asks OR NEW.strength IS DISTINCT FROM OLD.strength) THEN
    RAISE EXCEPTION 'approval % asks for more only in a new round', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_rounds_grow BEFORE UPDATE ON "approval" FOR EACH ROW EXECUTE FUNCTION approval_rounds_grow();
