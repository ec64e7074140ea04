ALTER TABLE "deliveries" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "time_zone" text;