-- How a call is carried out; the code has the same words in core/policy/decision.
ALTER TABLE "decision" DROP CONSTRAINT "decision_effect_known";
ALTER TABLE "decision" ADD CONSTRAINT "decision_effect_known" CHECK ("effect" IN
  ('run', 'trash', 'sudo', 'unsandboxed', 'file', 'web', 'script', 'media', 'show', 'question'));
