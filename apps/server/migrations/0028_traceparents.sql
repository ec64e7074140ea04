ALTER TABLE "channel_events" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "traceparent" text;