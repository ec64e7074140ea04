CREATE TABLE "channel_threads" (
	"channel_id" integer NOT NULL,
	"reference" text NOT NULL,
	"message_key" text NOT NULL,
	"event_id" bigint NOT NULL,
	CONSTRAINT "channel_threads_channel_id_reference_pk" PRIMARY KEY("channel_id","reference")
);
--> statement-breakpoint
CREATE TABLE "published_incidents" (
	"incident_id" integer PRIMARY KEY NOT NULL,
	"is_public" boolean NOT NULL,
	"severity" text NOT NULL,
	"is_resolved" boolean NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"services" text[] NOT NULL,
	"data_centers" text[] NOT NULL,
	"next_update_at" timestamp with time zone,
	"is_over" boolean NOT NULL,
	"reopened_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"is_stale" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "put_off_updates" (
	"message_id" integer PRIMARY KEY NOT NULL,
	"promised" timestamp with time zone NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"put_off_by" text NOT NULL,
	"put_off_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"reminder_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminders_reminder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"number" integer NOT NULL,
	"is_last" boolean NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"broadcast_id" integer,
	"event_id" bigint,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD COLUMN "message_key" text;--> statement-breakpoint
ALTER TABLE "channel_events" ADD COLUMN "maintenance_id" integer;--> statement-breakpoint
ALTER TABLE "channel_events" ADD COLUMN "incident_id" integer;--> statement-breakpoint
ALTER TABLE "channel_events" ADD COLUMN "broadcast_id" integer;--> statement-breakpoint
ALTER TABLE "channel_lanes" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "target" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "owner_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "reminders" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "start_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "maintenance_events" ADD COLUMN "end_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channel_threads" ADD CONSTRAINT "channel_threads_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_threads" ADD CONSTRAINT "channel_threads_event_id_channel_events_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."channel_events"("event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_incidents" ADD CONSTRAINT "published_incidents_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_incidents" ADD CONSTRAINT "published_incidents_severity_severities_system_key_fk" FOREIGN KEY ("severity") REFERENCES "public"."severities"("system_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "put_off_updates" ADD CONSTRAINT "put_off_updates_message_id_incident_messages_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."incident_messages"("message_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "published_incidents_stale" ON "published_incidents" USING btree ("incident_id") WHERE "published_incidents"."is_stale";--> statement-breakpoint
CREATE INDEX "published_incidents_ending" ON "published_incidents" USING btree ("ends_at") WHERE not "published_incidents"."is_resolved";--> statement-breakpoint
CREATE INDEX "published_incidents_open" ON "published_incidents" USING btree ("incident_id") WHERE "published_incidents"."is_public" and not "published_incidents"."is_resolved";--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_number" ON "reminders" USING btree ("incident_id","due","number");--> statement-breakpoint
CREATE INDEX "reminders_open" ON "reminders" USING btree ("incident_id") WHERE "reminders"."closed_at" is null;--> statement-breakpoint
-- safe: no release has this table yet, so it is small
CREATE INDEX "channel_events_maintenance" ON "channel_events" USING btree ("maintenance_id");--> statement-breakpoint
-- safe: no release has this table yet, so it is small
CREATE INDEX "channel_events_incident" ON "channel_events" USING btree ("incident_id");--> statement-breakpoint
-- safe: no release has this table yet, so it is small
CREATE INDEX "channel_events_broadcast" ON "channel_events" USING btree ("broadcast_id");--> statement-breakpoint
-- safe: no release has this table yet, so it is small
CREATE INDEX "channel_events_reference" ON "channel_events" USING btree (lower("reference"),"event_id");--> statement-breakpoint
-- safe: an index of some thousand events is built within milliseconds
CREATE INDEX "maintenance_events_start_untold" ON "maintenance_events" USING btree ("start_date") WHERE "maintenance_events"."start_told_at" is null and "maintenance_events"."cancelled_at" is null;--> statement-breakpoint
-- safe: an index of some thousand events is built within milliseconds
CREATE INDEX "maintenance_events_end_untold" ON "maintenance_events" USING btree ("end_date") WHERE "maintenance_events"."end_told_at" is null and "maintenance_events"."cancelled_at" is null;
--> statement-breakpoint
UPDATE channel_events e SET incident_id = m.incident_id FROM incident_messages m WHERE m.message_id = e.message_id;
--> statement-breakpoint
CREATE FUNCTION mark_stale_incidents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE published_incidents p SET is_stale = true
  FROM written w WHERE w.incident_id = p.incident_id AND NOT p.is_stale;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER incidents_written AFTER UPDATE ON incidents
REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION mark_stale_incidents();
--> statement-breakpoint
UPDATE maintenance_events SET start_told_at = start_date WHERE start_date <= now();
--> statement-breakpoint
UPDATE maintenance_events SET end_told_at = end_date WHERE end_date <= now();
--> statement-breakpoint
UPDATE channel_events e SET maintenance_id = n.event_id FROM notifications n WHERE n.notification_id = e.notification_id;
--> statement-breakpoint
UPDATE channel_events e SET broadcast_id = b.broadcast_id FROM broadcasts b
WHERE e.created_at = b.created_at AND e.type IN ('message.published', 'message.corrected', 'notification.published')
  AND (e.message_id = b.message_id OR e.notification_id = b.notification_id);
