-- CreateTable
CREATE TABLE "home" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "directory" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "home_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "home_directory_key" ON "home"("directory");

-- CreateIndex
CREATE UNIQUE INDEX "home_member_id_host_id_key" ON "home"("member_id", "host_id");

-- AlterTable
ALTER TABLE "execution" ADD COLUMN "grant_ids" UUID[] DEFAULT ARRAY[]::UUID[];
