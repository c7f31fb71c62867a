-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_request" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_link" (
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "setup_link_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "org" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "org_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "locked_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_up" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "input_digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "step_up_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "host" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'ok',
    "version" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "capacity" INTEGER NOT NULL DEFAULT 4,
    "probe" JSONB NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event_loop_lag_ms" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "host_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "owner_member_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "directory" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "policy" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "entry_notes" JSONB NOT NULL DEFAULT '{}',
    "reason" TEXT NOT NULL,
    "published_by" UUID,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tool_call" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "member_id" UUID NOT NULL,
    "request_key" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "input_digest" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "decision" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "tool_call_id" UUID NOT NULL,
    "facts" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "strength" TEXT,
    "effect" TEXT NOT NULL,
    "read_only" BOOLEAN NOT NULL,
    "reasons" JSONB NOT NULL,
    "policy_number" INTEGER NOT NULL,
    "defaults_digest" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "tool_call_id" UUID NOT NULL,
    "input_digest" TEXT NOT NULL,
    "asks" JSONB NOT NULL,
    "strength" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "answered_by" UUID,
    "step_up_id" UUID,
    "answer_reason" TEXT,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "grant" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "path" TEXT,
    "access" TEXT,
    "recursive" BOOLEAN NOT NULL DEFAULT false,
    "approval_id" UUID,
    "granted_by" UUID NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by" UUID,
    "uses" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "execution" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "tool_call_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "outcome" TEXT,
    "outcome_detail" TEXT,
    "refusal" JSONB,
    "lease" BIGINT NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),
    "cancel_requested_by" UUID,
    "exit_code" INTEGER,
    "signal" TEXT,
    "output_bytes" BIGINT NOT NULL DEFAULT 0,
    "output_capped" BOOLEAN NOT NULL DEFAULT false,
    "output_digest" TEXT,
    "advice" TEXT,
    "usage" JSONB,
    "sandbox_args" JSONB,
    "profile_digest" TEXT,

    CONSTRAINT "execution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "output_chunk" (
    "execution_id" UUID NOT NULL,
    "offset" BIGINT NOT NULL,
    "stream" SMALLINT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "output_chunk_pkey" PRIMARY KEY ("execution_id","offset")
);

-- CreateTable
CREATE TABLE "trash_item" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "execution_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "original_path" TEXT NOT NULL,
    "stored_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "trashed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "restored_at" TIMESTAMPTZ(3),

    CONSTRAINT "trash_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_chain" (
    "org_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "head" TEXT NOT NULL,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "org_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "member_id" UUID,
    "session_id" UUID,
    "tool_call_id" UUID,
    "execution_id" UUID,
    "body" TEXT NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("org_id","seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "login_token_key" ON "login"("token");

-- CreateIndex
CREATE INDEX "login_user_id_idx" ON "login"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit"("key");

-- CreateIndex
CREATE UNIQUE INDEX "org_slug_key" ON "org"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "member_org_id_user_id_key" ON "member"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_org_id_idx" ON "invitation"("org_id");

-- CreateIndex
CREATE INDEX "step_up_member_id_created_at_idx" ON "step_up"("member_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "host_name_key" ON "host"("name");

-- CreateIndex
CREATE INDEX "session_org_id_last_used_at_idx" ON "session"("org_id", "last_used_at");

-- CreateIndex
CREATE INDEX "session_owner_member_id_last_used_at_idx" ON "session"("owner_member_id", "last_used_at");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_session_id_key" ON "workspace"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "workspace_directory_key" ON "workspace"("directory");

-- CreateIndex
CREATE UNIQUE INDEX "policy_org_id_number_key" ON "policy"("org_id", "number");

-- CreateIndex
CREATE INDEX "tool_call_session_id_requested_at_idx" ON "tool_call"("session_id", "requested_at");

-- CreateIndex
CREATE INDEX "tool_call_org_id_requested_at_idx" ON "tool_call"("org_id", "requested_at");

-- CreateIndex
CREATE INDEX "tool_call_org_id_member_id_requested_at_idx" ON "tool_call"("org_id", "member_id", "requested_at");

-- CreateIndex
CREATE INDEX "tool_call_org_id_program_requested_at_idx" ON "tool_call"("org_id", "program", "requested_at");

-- CreateIndex
CREATE UNIQUE INDEX "tool_call_session_id_request_key_key" ON "tool_call"("session_id", "request_key");

-- CreateIndex
CREATE INDEX "decision_tool_call_id_idx" ON "decision"("tool_call_id");

-- CreateIndex
CREATE INDEX "decision_org_id_verdict_decided_at_idx" ON "decision"("org_id", "verdict", "decided_at");

-- CreateIndex
CREATE UNIQUE INDEX "approval_tool_call_id_key" ON "approval"("tool_call_id");

-- CreateIndex
CREATE UNIQUE INDEX "approval_step_up_id_key" ON "approval"("step_up_id");

-- CreateIndex
CREATE INDEX "approval_org_id_status_requested_at_idx" ON "approval"("org_id", "status", "requested_at");

-- CreateIndex
CREATE INDEX "grant_session_id_idx" ON "grant"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "execution_tool_call_id_key" ON "execution"("tool_call_id");

-- CreateIndex
CREATE INDEX "execution_org_id_queued_at_idx" ON "execution"("org_id", "queued_at");

-- CreateIndex
CREATE INDEX "execution_session_id_queued_at_idx" ON "execution"("session_id", "queued_at");

-- CreateIndex
CREATE UNIQUE INDEX "trash_item_stored_name_key" ON "trash_item"("stored_name");

-- CreateIndex
CREATE INDEX "trash_item_session_id_trashed_at_idx" ON "trash_item"("session_id", "trashed_at");

-- CreateIndex
CREATE INDEX "audit_event_org_id_type_at_idx" ON "audit_event"("org_id", "type", "at");

-- CreateIndex
CREATE INDEX "audit_event_tool_call_id_idx" ON "audit_event"("tool_call_id");

-- AddForeignKey
ALTER TABLE "login" ADD CONSTRAINT "login_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_owner_member_id_fkey" FOREIGN KEY ("owner_member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy" ADD CONSTRAINT "policy_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tool_call" ADD CONSTRAINT "tool_call_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_tool_call_id_fkey" FOREIGN KEY ("tool_call_id") REFERENCES "tool_call"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_tool_call_id_fkey" FOREIGN KEY ("tool_call_id") REFERENCES "tool_call"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grant" ADD CONSTRAINT "grant_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "execution" ADD CONSTRAINT "execution_tool_call_id_fkey" FOREIGN KEY ("tool_call_id") REFERENCES "tool_call"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "output_chunk" ADD CONSTRAINT "output_chunk_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "execution"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

