-- AlterTable
ALTER TABLE "ChatMessage" ADD COLUMN     "ratingComment" TEXT,
ADD COLUMN     "ratingReason" TEXT;
