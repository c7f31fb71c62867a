-- AlterTable
ALTER TABLE "execution" ADD COLUMN "files_changed" JSONB;

-- AlterTable
ALTER TABLE "trash_item" ADD COLUMN "empty_requested_at" TIMESTAMPTZ(3),
ADD COLUMN "emptied_at" TIMESTAMPTZ(3),
ADD COLUMN "restored_by" UUID;

-- CreateTable
CREATE TABLE "tool_call_input" (
    "tool_call_id" UUID NOT NULL,
    "input" TEXT NOT NULL,

    CONSTRAINT "tool_call_input_pkey" PRIMARY KEY ("tool_call_id")
);

-- CreateTable
CREATE TABLE "execution_result" (
    "execution_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "execution_result_pkey" PRIMARY KEY ("execution_id")
);

-- CreateTable
CREATE TABLE "file_version" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "execution_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "digest" TEXT,
    "mode" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "file_change" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "execution_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "change" TEXT NOT NULL,
    "bytes_before" BIGINT,
    "bytes_after" BIGINT,
    "diff" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "file_version_session_id_path_created_at_idx" ON "file_version"("session_id", "path", "created_at");

-- CreateIndex
CREATE INDEX "file_version_host_id_created_at_idx" ON "file_version"("host_id", "created_at");

-- CreateIndex
CREATE INDEX "file_change_execution_id_idx" ON "file_change"("execution_id");

-- CreateIndex
CREATE INDEX "file_change_session_id_changed_at_idx" ON "file_change"("session_id", "changed_at");

-- CreateIndex
CREATE INDEX "trash_item_host_id_emptied_at_trashed_at_idx" ON "trash_item"("host_id", "emptied_at", "trashed_at");

-- Closed sets; the code has the same words in core/policy/decision and core/contracts/files.
ALTER TABLE "decision" DROP CONSTRAINT "decision_effect_known";
ALTER TABLE "decision" ADD CONSTRAINT "decision_effect_known" CHECK ("effect" IN ('run', 'trash', 'sudo', 'unsandboxed', 'file'));
ALTER TABLE "file_version" ADD CONSTRAINT "file_version_action_known" CHECK ("action" IN
  ('found', 'write', 'patch', 'restore', 'command', 'remove'));
ALTER TABLE "file_version" ADD CONSTRAINT "file_version_removed_has_no_content" CHECK (("action" = 'remove') = ("digest" IS NULL));
ALTER TABLE "file_change" ADD CONSTRAINT "file_change_known" CHECK ("change" IN ('created', 'changed', 'deleted'));
ALTER TABLE "trash_item" ADD CONSTRAINT "trash_item_gone_once" CHECK ("restored_at" IS NULL OR "emptied_at" IS NULL);

-- A frozen input is frozen wherever it stands.
CREATE TRIGGER tool_call_input_never_changes BEFORE UPDATE ON "tool_call_input" FOR EACH ROW EXECUTE FUNCTION refuse_change();
