-- AlterTable
ALTER TABLE "execution" ADD COLUMN "cancel_detail" TEXT;
