CREATE TABLE "message_writers" (
	"incident_id" integer NOT NULL,
	"email" text NOT NULL,
	"form_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_writers_incident_id_email_form_id_pk" PRIMARY KEY("incident_id","email","form_id")
);
--> statement-breakpoint
ALTER TABLE "message_writers" ADD CONSTRAINT "message_writers_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;