-- What a list of sessions asks of each must not cost more with every call that the session or the org has on record.
DROP INDEX "tool_call_session_id_requested_at_idx";
CREATE INDEX "tool_call_session_id_id_idx" ON "tool_call"("session_id", "id");
CREATE INDEX "tool_call_awaiting" ON "tool_call" ("session_id") WHERE "status" = 'awaiting_approval';
CREATE INDEX "execution_open_by_session" ON "execution" ("session_id") WHERE "state" <> 'finished';
