-- AlterTable
ALTER TABLE "login" ADD COLUMN     "org_id" UUID;

-- CreateTable
CREATE TABLE "identity_provider" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "domains" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "newcomer_role" TEXT,
    "second_factor_trusted" BOOLEAN NOT NULL DEFAULT false,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_provider_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "oidc_sign_in" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "state_hash" TEXT,
    "nonce" TEXT NOT NULL,
    "verifier" TEXT NOT NULL,
    "next" TEXT NOT NULL DEFAULT '/',
    "user_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oidc_sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "identity_provider_id_key" ON "identity_provider"("id");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_sign_in_state_hash_key" ON "oidc_sign_in"("state_hash");

-- CreateIndex
CREATE INDEX "oidc_sign_in_expires_at_idx" ON "oidc_sign_in"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_provider_id_account_id_key" ON "account"("provider_id", "account_id");

-- AddForeignKey
ALTER TABLE "identity_provider" ADD CONSTRAINT "identity_provider_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "org"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What an org's own identity provider vouches for opens that org alone, and makes nobody an admin.
ALTER TABLE "login" ADD CONSTRAINT "login_oidc_names_its_org" CHECK ("method" <> 'oidc' OR "org_id" IS NOT NULL);
ALTER TABLE "identity_provider" ADD CONSTRAINT "identity_provider_newcomer_role" CHECK
  ("newcomer_role" IS NULL OR ("newcomer_role" IN ('member', 'approver', 'auditor') AND cardinality("domains") > 0));
ALTER TABLE "org" ADD CONSTRAINT "org_login_hours" CHECK ("login_hours" BETWEEN 1 AND 720);
