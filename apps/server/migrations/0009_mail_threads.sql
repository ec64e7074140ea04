ALTER TABLE "broadcasts" ADD COLUMN "series" jsonb;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "headline" jsonb;