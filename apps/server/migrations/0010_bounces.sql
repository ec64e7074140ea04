ALTER TABLE "broadcasts" ADD COLUMN "bounced" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "pause_reason" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "resumed_at" timestamp with time zone;--> statement-breakpoint
-- safe: the column is new, so no row is in the index
CREATE INDEX "broadcasts_bounced" ON "broadcasts" USING btree ("broadcast_id") WHERE "broadcasts"."bounced" > 0;--> statement-breakpoint
-- safe: the column is new, so no row is in the index
CREATE INDEX "subscribers_paused" ON "subscribers" USING btree ("paused_at") WHERE "subscribers"."paused_at" is not null;