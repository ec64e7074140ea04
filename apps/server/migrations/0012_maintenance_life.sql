ALTER TABLE "maintenance_events" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "cancelled_by" text;