CREATE TABLE "incident_role_changes" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_role_changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"role" text NOT NULL,
	"prev_holder" text,
	"holder" text,
	"note" text DEFAULT '' NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident_roles" (
	"system_name" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer NOT NULL,
	"retired_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incident_role_changes" ADD CONSTRAINT "incident_role_changes_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_role_changes" ADD CONSTRAINT "incident_role_changes_role_incident_roles_system_name_fk" FOREIGN KEY ("role") REFERENCES "public"."incident_roles"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_role_changes_newest" ON "incident_role_changes" USING btree ("incident_id","role","change_id");--> statement-breakpoint
CREATE INDEX "incident_role_changes_role" ON "incident_role_changes" USING btree ("role");