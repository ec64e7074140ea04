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
ALTER TABLE "channel_events" ADD COLUMN "incident_id" integer;--> statement-breakpoint
ALTER TABLE "published_incidents" ADD CONSTRAINT "published_incidents_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_incidents" ADD CONSTRAINT "published_incidents_severity_severities_system_key_fk" FOREIGN KEY ("severity") REFERENCES "public"."severities"("system_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "published_incidents_stale" ON "published_incidents" USING btree ("incident_id") WHERE "published_incidents"."is_stale";--> statement-breakpoint
CREATE INDEX "published_incidents_ending" ON "published_incidents" USING btree ("ends_at") WHERE not "published_incidents"."is_resolved";--> statement-breakpoint
CREATE INDEX "published_incidents_open" ON "published_incidents" USING btree ("incident_id") WHERE "published_incidents"."is_public" and not "published_incidents"."is_resolved";--> statement-breakpoint
-- safe: no version that was released has this table
CREATE INDEX "channel_events_incident" ON "channel_events" USING btree ("incident_id");--> statement-breakpoint
-- by hand
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
