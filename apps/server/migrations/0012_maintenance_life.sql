ALTER TABLE "channel_events" ADD COLUMN "maintenance_id" integer;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "start_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "end_told_at" timestamp with time zone;--> statement-breakpoint
-- safe: channels are new, so few rows are in the index
CREATE INDEX "channel_events_maintenance" ON "channel_events" USING btree ("maintenance_id");--> statement-breakpoint
-- safe: an index of some thousand events is built within milliseconds
CREATE INDEX "maintenance_events_start_untold" ON "maintenance_events" USING btree ("start_date") WHERE "maintenance_events"."start_told_at" is null and "maintenance_events"."cancelled_at" is null;--> statement-breakpoint
-- safe: an index of some thousand events is built within milliseconds
CREATE INDEX "maintenance_events_end_untold" ON "maintenance_events" USING btree ("end_date") WHERE "maintenance_events"."end_told_at" is null and "maintenance_events"."cancelled_at" is null;--> statement-breakpoint
-- by hand
UPDATE maintenance_events SET start_told_at = start_date WHERE start_date <= now();
--> statement-breakpoint
UPDATE maintenance_events SET end_told_at = end_date WHERE end_date <= now();
--> statement-breakpoint
UPDATE channel_events e SET maintenance_id = n.event_id FROM notifications n WHERE n.notification_id = e.notification_id;
