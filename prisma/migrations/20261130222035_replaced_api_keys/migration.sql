-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "replacedAt" TIMESTAMPTZ(3);
