CREATE SEQUENCE "public"."own_incident_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "incident_aliases" (
	"alias" text PRIMARY KEY NOT NULL,
	"incident_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "declared_from" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_aliases" ADD CONSTRAINT "incident_aliases_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;