-- AlterTable
ALTER TABLE "Group" ADD COLUMN     "managed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "GroupMembership" ADD COLUMN     "managed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "managed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "UserAttributeDefinition" ADD COLUMN     "managed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "UserAttributeValue" ADD COLUMN     "managed" BOOLEAN NOT NULL DEFAULT false;
