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
CREATE TABLE "security_emails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sec_comm_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"upload_source" text NOT NULL,
	"sent_date" timestamp with time zone,
	"created_by" text NOT NULL,
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
ALTER TABLE "security_emails" ADD CONSTRAINT "security_emails_sec_comm_id_security_comms_sec_comm_id_fk" FOREIGN KEY ("sec_comm_id") REFERENCES "public"."security_comms"("sec_comm_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_comms_incident" ON "security_comms" USING btree ("sec_id");--> statement-breakpoint
CREATE INDEX "security_emails_comm" ON "security_emails" USING btree ("sec_comm_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "security_users_company_email" ON "security_users" USING btree ("company_id",lower("email"));--> statement-breakpoint
CREATE INDEX "security_users_email" ON "security_users" USING gin (lower("email") gin_trgm_ops);
--> statement-breakpoint
-- A security mail stays with its company and its comm for good, and as it is once it was sent.
CREATE FUNCTION keep_security_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.sent_date IS NOT NULL THEN
      RAISE EXCEPTION 'security email % was sent and stays', OLD.id;
    END IF;
    RETURN OLD;
  END IF;
  IF NEW.company_id <> OLD.company_id OR NEW.sec_comm_id <> OLD.sec_comm_id THEN
    RAISE EXCEPTION 'security email % is for company % under comm % and stays so', OLD.id, OLD.company_id, OLD.sec_comm_id;
  END IF;
  IF OLD.sent_date IS NOT NULL AND (NEW.subject, NEW.body, NEW.sent_date) IS DISTINCT FROM (OLD.subject, OLD.body, OLD.sent_date) THEN
    RAISE EXCEPTION 'security email % was sent and stays as it is', OLD.id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER security_emails_kept BEFORE UPDATE OR DELETE ON "security_emails"
  FOR EACH ROW EXECUTE FUNCTION keep_security_email();
