ALTER TABLE "channels" ADD COLUMN "event_groups" text[] DEFAULT '{"messages","incidents","status","maintenance","notifications","reminders"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "published_incidents" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "published_incidents" ADD COLUMN "messages" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "published_incidents" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "is_on_status_page" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "data_centers" ADD COLUMN "is_on_status_page" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "is_on_status_page" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- safe: no release has this table yet, so it is small
CREATE INDEX "published_incidents_resolved" ON "published_incidents" USING btree ("resolved_at") WHERE "published_incidents"."is_public";--> statement-breakpoint
-- safe: no release has this table yet, so it is small
CREATE INDEX "published_incidents_updated" ON "published_incidents" USING btree ("updated_at");
--> statement-breakpoint
UPDATE published_incidents SET resolved_at = least(coalesce(ends_at, now()), now()) WHERE is_resolved;
