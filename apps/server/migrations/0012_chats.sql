CREATE TABLE "channel_threads" (
	"channel_id" integer NOT NULL,
	"reference" text NOT NULL,
	"message_key" text NOT NULL,
	"event_id" bigint NOT NULL,
	CONSTRAINT "channel_threads_channel_id_reference_pk" PRIMARY KEY("channel_id","reference")
);
--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD COLUMN "message_key" text;--> statement-breakpoint
ALTER TABLE "channel_lanes" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "target" text;--> statement-breakpoint
ALTER TABLE "channel_threads" ADD CONSTRAINT "channel_threads_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_threads" ADD CONSTRAINT "channel_threads_event_id_channel_events_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."channel_events"("event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- safe: no installation has channels yet, so hardly any row is in the index
CREATE INDEX "channel_events_reference" ON "channel_events" USING btree ("reference");