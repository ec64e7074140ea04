CREATE TABLE "comm_types" (
	"id" integer PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"internal_name" text NOT NULL,
	CONSTRAINT "comm_types_internal_name_unique" UNIQUE("internal_name")
);
--> statement-breakpoint
CREATE TABLE "security_comms" (
	"sec_comm_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_comms_sec_comm_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sec_id" integer NOT NULL,
	"comm_type" integer NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"created_date" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_incidents" (
	"sec_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_incidents_sec_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"start_date" timestamp with time zone NOT NULL,
	"end_date" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"email" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_date" timestamp with time zone NOT NULL,
	"modified_date" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "security_comms" ADD CONSTRAINT "security_comms_sec_id_security_incidents_sec_id_fk" FOREIGN KEY ("sec_id") REFERENCES "public"."security_incidents"("sec_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_comms" ADD CONSTRAINT "security_comms_comm_type_comm_types_id_fk" FOREIGN KEY ("comm_type") REFERENCES "public"."comm_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_comms_incident" ON "security_comms" USING btree ("sec_id");--> statement-breakpoint
CREATE UNIQUE INDEX "security_users_company_email" ON "security_users" USING btree ("company_id",lower("email"));--> statement-breakpoint
CREATE INDEX "security_users_email" ON "security_users" USING gin (lower("email") gin_trgm_ops);