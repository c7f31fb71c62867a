-- AlterTable
ALTER TABLE "execution" ADD COLUMN "connections" JSONB, ADD COLUMN "programs" JSONB;
