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
ALTER TABLE "subscribers" ADD COLUMN "reminders" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "put_off_updates" ADD CONSTRAINT "put_off_updates_message_id_incident_messages_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."incident_messages"("message_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_number" ON "reminders" USING btree ("incident_id","due","number");--> statement-breakpoint
CREATE INDEX "reminders_open" ON "reminders" USING btree ("incident_id") WHERE "reminders"."closed_at" is null;