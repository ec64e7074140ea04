-- Reference data that people edit: retired rows, former names, translations and names that senders use.
ALTER TABLE services ADD COLUMN former_names jsonb DEFAULT '[]'::jsonb NOT NULL,
  ADD COLUMN retired_at timestamptz, ADD COLUMN version integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE data_centers ADD COLUMN short_name text, ADD COLUMN former_names jsonb DEFAULT '[]'::jsonb NOT NULL,
  ADD COLUMN retired_at timestamptz, ADD COLUMN version integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE alert_types ADD COLUMN translations jsonb DEFAULT '{}'::jsonb NOT NULL,
  ADD COLUMN retired_at timestamptz, ADD COLUMN version integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE maintenance_flags ADD COLUMN retired_at timestamptz, ADD COLUMN version integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE comm_types ADD COLUMN position integer DEFAULT 0 NOT NULL,
  ADD COLUMN retired_at timestamptz, ADD COLUMN version integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
UPDATE comm_types SET position = id;
--> statement-breakpoint
ALTER TABLE severities ADD COLUMN version integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE locales ADD COLUMN version integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE priorities ADD COLUMN version integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
CREATE TABLE aliases (
  kind text NOT NULL,
  alias text NOT NULL,
  system_name text NOT NULL,
  CONSTRAINT aliases_kind_alias_pk PRIMARY KEY (kind, alias)
);
CREATE INDEX aliases_system_name ON aliases (kind, system_name);
--> statement-breakpoint
ALTER TABLE unknown_names ADD COLUMN is_ignored boolean DEFAULT false NOT NULL;

--> statement-breakpoint
-- The companies behind mail addresses
CREATE TABLE company_domains (
  domain text PRIMARY KEY,
  unicode_domain text NOT NULL,
  company_id integer NOT NULL,
  version integer DEFAULT 1 NOT NULL
);
CREATE INDEX company_domains_company ON company_domains (company_id);
CREATE INDEX company_domains_unicode ON company_domains (unicode_domain);

--> statement-breakpoint
-- The import of a security email; null for one that the version before promotes during an upgrade
ALTER TABLE security_emails ADD COLUMN import_id integer;
--> statement-breakpoint
UPDATE security_emails e SET import_id = s.import_id FROM staged_emails s WHERE s.email_id = e.id;
--> statement-breakpoint
-- safe: the column is new, so hardly any row is in the index
CREATE INDEX security_emails_import ON security_emails (import_id, id) WHERE import_id IS NOT NULL;

--> statement-breakpoint
-- As before, but the staged email of a deleted email can be promoted again
CREATE OR REPLACE FUNCTION keep_staged_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.company_id, NEW.sec_comm_id, NEW.import_id) IS DISTINCT FROM (OLD.company_id, OLD.sec_comm_id, OLD.import_id) THEN
    RAISE EXCEPTION 'staged email % is for company % under comm % and stays so', OLD.staging_id, OLD.company_id, OLD.sec_comm_id;
  END IF;
  IF OLD.email_id IS NOT NULL AND ((NEW.subject, NEW.body) IS DISTINCT FROM (OLD.subject, OLD.body)
    OR NEW.email_id IS DISTINCT FROM OLD.email_id
      AND (NEW.email_id IS NOT NULL OR EXISTS (SELECT FROM security_emails WHERE id = OLD.email_id))) THEN
    RAISE EXCEPTION 'staged email % was promoted and stays as it is', OLD.staging_id;
  END IF;
  RETURN NEW;
END $$;
