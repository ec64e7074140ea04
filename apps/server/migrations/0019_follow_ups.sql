CREATE TABLE "follow_ups" (
	"follow_up_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "follow_ups_follow_up_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"title" text NOT NULL,
	"owner" text,
	"due_date" date,
	"state" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"reminded_of" date,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_ups_incident" ON "follow_ups" USING btree ("incident_id");--> statement-breakpoint
CREATE INDEX "follow_ups_list" ON "follow_ups" USING btree ("state","due_date");