CREATE TABLE "security_import_parts" (
	"import_id" integer NOT NULL,
	"place" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "security_import_parts_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
CREATE TABLE "security_imports" (
	"import_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_imports_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sec_comm_id" integer NOT NULL,
	"title" text NOT NULL,
	"filename" text NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"columns" text[] NOT NULL,
	"size" integer NOT NULL,
	"digest" text NOT NULL,
	"created_by" text NOT NULL,
	"created_date" timestamp with time zone NOT NULL,
	"staged" integer DEFAULT 0 NOT NULL,
	"promoted" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staged_emails" (
	"staging_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staged_emails_staging_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"import_id" integer NOT NULL,
	"sec_comm_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"line" integer,
	"source_from" integer,
	"source_to" integer,
	"email_id" integer,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "security_email_id" integer;--> statement-breakpoint
ALTER TABLE "security_import_parts" ADD CONSTRAINT "security_import_parts_import_id_security_imports_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."security_imports"("import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_imports" ADD CONSTRAINT "security_imports_sec_comm_id_security_comms_sec_comm_id_fk" FOREIGN KEY ("sec_comm_id") REFERENCES "public"."security_comms"("sec_comm_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_emails" ADD CONSTRAINT "staged_emails_import_id_security_imports_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."security_imports"("import_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "security_imports_file" ON "security_imports" USING btree ("sec_comm_id","digest");--> statement-breakpoint
CREATE UNIQUE INDEX "staged_emails_company" ON "staged_emails" USING btree ("import_id","company_id");--> statement-breakpoint
CREATE INDEX "staged_emails_import" ON "staged_emails" USING btree ("import_id","staging_id");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE UNIQUE INDEX "broadcasts_security_email" ON "broadcasts" USING btree ("security_email_id");
--> statement-breakpoint
-- A staged email stays with its import, company and comm for good, and as it is once it was promoted.
CREATE FUNCTION keep_staged_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.sec_comm_id, NEW.import_id) IS DISTINCT FROM (OLD.company_id, OLD.sec_comm_id, OLD.import_id) THEN
    RAISE EXCEPTION 'staged email % is for company % under comm % and stays so', OLD.staging_id, OLD.company_id, OLD.sec_comm_id;
  END IF;
  IF OLD.email_id IS NOT NULL AND (NEW.subject, NEW.body, NEW.email_id) IS DISTINCT FROM (OLD.subject, OLD.body, OLD.email_id) THEN
    RAISE EXCEPTION 'staged email % was promoted and stays as it is', OLD.staging_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER staged_emails_kept BEFORE UPDATE ON "staged_emails"
  FOR EACH ROW EXECUTE FUNCTION keep_staged_email();
--> statement-breakpoint
-- How many emails of an import are staged, and how many of them were promoted: counting them would read all of their rows.
CREATE FUNCTION count_staged_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE security_imports i SET staged = i.staged - gone.staged, promoted = i.promoted - gone.promoted
    FROM (SELECT import_id, count(*) AS staged, count(email_id) AS promoted FROM before_it GROUP BY import_id) gone
    WHERE i.import_id = gone.import_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE security_imports i SET staged = i.staged + come.staged, promoted = i.promoted + come.promoted
    FROM (SELECT import_id, count(*) AS staged, count(email_id) AS promoted FROM after_it GROUP BY import_id) come
    WHERE i.import_id = come.import_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER staged_emails_added AFTER INSERT ON "staged_emails"
  REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_staged_emails();
--> statement-breakpoint
CREATE TRIGGER staged_emails_changed AFTER UPDATE ON "staged_emails"
  REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_staged_emails();
--> statement-breakpoint
CREATE TRIGGER staged_emails_removed AFTER DELETE ON "staged_emails"
  REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION count_staged_emails();
