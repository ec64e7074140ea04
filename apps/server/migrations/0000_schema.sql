-- The schema of 0.1.0. Databases have run this file: it never changes, and every later change is another migration (ADR 29).

-- A trusted extension: the owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

--> statement-breakpoint
-- Reference data and templates (tables/reference.ts)

CREATE TABLE services (
  system_name text PRIMARY KEY,
  display_name text NOT NULL,
  position integer NOT NULL
);

CREATE TABLE data_centers (
  system_name text PRIMARY KEY,
  display_name text NOT NULL,
  position integer NOT NULL
);

CREATE TABLE severities (
  id integer PRIMARY KEY,
  system_key text NOT NULL,
  display_value text NOT NULL,
  description text NOT NULL,
  CONSTRAINT severities_system_key_unique UNIQUE (system_key)
);

CREATE TABLE locales (
  system_key text PRIMARY KEY,
  display_name text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  position integer NOT NULL
);

CREATE TABLE priorities (
  priority_type text PRIMARY KEY,
  sla_minutes integer NOT NULL
);

CREATE TABLE alert_types (
  alert_type_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  priority_type text NOT NULL,
  name text NOT NULL,
  position integer NOT NULL,
  email_fields jsonb NOT NULL,
  CONSTRAINT alert_types_name UNIQUE (priority_type, name),
  CONSTRAINT alert_types_priority_type_priorities_priority_type_fk
    FOREIGN KEY (priority_type) REFERENCES priorities (priority_type)
);

CREATE TABLE templates (
  pkey integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  template_type text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  message_type text,
  affected_service text,
  notification_type text,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_by text
);
CREATE INDEX templates_type ON templates (template_type, title);

CREATE TABLE template_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  template_id integer NOT NULL,
  prev_title text NOT NULL,
  prev_body text NOT NULL,
  prev_message_type text,
  prev_affected_service text,
  prev_notification_type text,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX template_changes_template ON template_changes (template_id, id);

CREATE TABLE maintenance_flags (
  system_name text PRIMARY KEY,
  display_name text NOT NULL,
  position integer NOT NULL
);

--> statement-breakpoint
-- People, roles, sessions and tokens (tables/access.ts)

CREATE TABLE actions (
  action_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  system_name text NOT NULL,
  display_name text NOT NULL,
  description text DEFAULT '' NOT NULL,
  is_built_in boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT actions_system_name_unique UNIQUE (system_name)
);

CREATE TABLE roles (
  role_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  system_name text NOT NULL,
  display_name text NOT NULL,
  description text DEFAULT '' NOT NULL,
  is_admin boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT roles_system_name_unique UNIQUE (system_name)
);

CREATE TABLE role_actions (
  role_id integer NOT NULL,
  action_id integer NOT NULL,
  CONSTRAINT role_actions_role_id_action_id_pk PRIMARY KEY (role_id, action_id),
  CONSTRAINT role_actions_role_id_roles_role_id_fk FOREIGN KEY (role_id) REFERENCES roles (role_id) ON DELETE CASCADE,
  CONSTRAINT role_actions_action_id_actions_action_id_fk
    FOREIGN KEY (action_id) REFERENCES actions (action_id) ON DELETE CASCADE
);

CREATE TABLE users (
  user_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  restricted_page_access text[] DEFAULT '{}' NOT NULL,
  created_at timestamptz NOT NULL,
  version integer DEFAULT 1 NOT NULL
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE user_roles (
  user_id integer NOT NULL,
  role_id integer NOT NULL,
  CONSTRAINT user_roles_user_id_role_id_pk PRIMARY KEY (user_id, role_id),
  CONSTRAINT user_roles_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE,
  CONSTRAINT user_roles_role_id_roles_role_id_fk FOREIGN KEY (role_id) REFERENCES roles (role_id) ON DELETE CASCADE
);

CREATE TABLE provider_roles (
  user_id integer NOT NULL,
  role_id integer NOT NULL,
  CONSTRAINT provider_roles_user_id_role_id_pk PRIMARY KEY (user_id, role_id),
  CONSTRAINT provider_roles_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE,
  CONSTRAINT provider_roles_role_id_roles_role_id_fk FOREIGN KEY (role_id) REFERENCES roles (role_id) ON DELETE CASCADE
);

-- A new address of a person ends the roles that the groups of the old one gave, whatever writes the address.
CREATE FUNCTION end_provider_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM provider_roles WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER provider_roles AFTER UPDATE OF email ON users FOR EACH ROW
WHEN (lower(OLD.email) <> lower(NEW.email)) EXECUTE FUNCTION end_provider_roles();

-- Every role that a person has, once for each origin. UNION ALL needs no sort, so one person's roles are found by index.
CREATE VIEW held_roles AS
SELECT user_id, role_id FROM user_roles UNION ALL SELECT user_id, role_id FROM provider_roles;

CREATE TABLE group_mappings (
  mapping_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT group_mappings_group_name_unique UNIQUE (group_name)
);

CREATE TABLE group_mapping_roles (
  mapping_id integer NOT NULL,
  role_id integer NOT NULL,
  CONSTRAINT group_mapping_roles_mapping_id_role_id_pk PRIMARY KEY (mapping_id, role_id),
  CONSTRAINT group_mapping_roles_mapping_id_group_mappings_mapping_id_fk
    FOREIGN KEY (mapping_id) REFERENCES group_mappings (mapping_id) ON DELETE CASCADE,
  CONSTRAINT group_mapping_roles_role_id_roles_role_id_fk
    FOREIGN KEY (role_id) REFERENCES roles (role_id) ON DELETE CASCADE
);

CREATE TABLE listed_administrators (
  email text PRIMARY KEY,
  granted_at timestamptz NOT NULL
);

CREATE TABLE user_preferences (
  user_id integer NOT NULL,
  application text NOT NULL,
  preferences jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT user_preferences_user_id_application_pk PRIMARY KEY (user_id, application),
  CONSTRAINT user_preferences_user_id_users_user_id_fk
    FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
);

CREATE TABLE sessions (
  id_hash text PRIMARY KEY,
  user_id integer NOT NULL,
  anti_forgery_token text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  id_token text,
  public_id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_agent text,
  CONSTRAINT sessions_public_id_unique UNIQUE (public_id),
  CONSTRAINT sessions_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE sign_ins (
  state text PRIMARY KEY,
  code_verifier text NOT NULL,
  nonce text NOT NULL,
  next_path text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE service_tokens (
  token_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  token_hash text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  CONSTRAINT service_tokens_name_unique UNIQUE (name),
  CONSTRAINT service_tokens_token_hash_unique UNIQUE (token_hash)
);

CREATE TABLE secrets (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);

CREATE TABLE oidc_records (
  model text NOT NULL,
  id text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  uid text,
  expires_at timestamptz,
  CONSTRAINT oidc_records_model_id_pk PRIMARY KEY (model, id)
);
CREATE INDEX oidc_records_grant ON oidc_records (grant_id);
CREATE INDEX oidc_records_uid ON oidc_records (uid);

--> statement-breakpoint
-- Audit log (tables/audit.ts)

CREATE TABLE audit_log (
  pkey bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_name text NOT NULL,
  user_email text NOT NULL,
  action_name text NOT NULL,
  created_date timestamptz NOT NULL,
  context jsonb
);
CREATE INDEX audit_log_created ON audit_log (created_date, pkey);
CREATE INDEX audit_log_user ON audit_log (user_email, created_date, pkey);
CREATE INDEX audit_log_action ON audit_log (action_name, created_date, pkey);
CREATE INDEX audit_log_application ON audit_log (application_name, created_date, pkey);

CREATE TABLE audit_unsealed (
  pkey bigint PRIMARY KEY
);

CREATE TABLE audit_seals (
  seal_no bigint PRIMARY KEY,
  pkey bigint NOT NULL,
  hash text NOT NULL,
  CONSTRAINT audit_seals_pkey_unique UNIQUE (pkey)
);

CREATE TABLE audit_archives (
  from_seal bigint PRIMARY KEY,
  to_seal bigint NOT NULL,
  previous_hash text,
  last_hash text NOT NULL,
  file text NOT NULL,
  sha256 text NOT NULL,
  archived_at timestamptz NOT NULL
);

-- Rows are added and read. Retention deletes those that an archive holds; nothing else changes or deletes a row.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    IF EXISTS (
      SELECT FROM audit_seals seal
      JOIN audit_archives archive ON seal.seal_no BETWEEN archive.from_seal AND archive.to_seal
      WHERE seal.pkey = old.pkey
    ) THEN RETURN old; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

--> statement-breakpoint
-- Companies, incidents and the status grid (tables/incidents.ts)

-- A company's number is its place in the sets of companies (impact.ts).
CREATE SEQUENCE company_numbers MINVALUE 0 START WITH 0;

-- Every run of one and of two characters in a text: the index entries for searches that are too short for trigrams.
CREATE FUNCTION text_grams(t text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN string_to_array(t, NULL) || array(SELECT substr(t, i, 2) FROM generate_series(1, length(t) - 1) i);

CREATE TABLE companies (
  company_id integer PRIMARY KEY,
  name text NOT NULL,
  entity_code text,
  data_center text,
  number integer DEFAULT nextval('company_numbers') NOT NULL,
  CONSTRAINT companies_number_unique UNIQUE (number),
  CONSTRAINT companies_data_center_data_centers_system_name_fk
    FOREIGN KEY (data_center) REFERENCES data_centers (system_name)
);
CREATE INDEX companies_name ON companies (name, company_id);
CREATE INDEX companies_name_start ON companies ((lower(name)) COLLATE "C", company_id);
CREATE INDEX companies_code_start ON companies ((lower(entity_code)) COLLATE "C");
CREATE INDEX companies_id_start ON companies ((company_id::text) COLLATE "C");
CREATE INDEX companies_name_trigrams ON companies USING gin (lower(name) gin_trgm_ops);
CREATE INDEX companies_name_grams ON companies USING gin (text_grams(lower(name)));

CREATE TABLE incidents (
  incident_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  jira_id text NOT NULL,
  priority_type text NOT NULL,
  severity text NOT NULL,
  status text NOT NULL,
  is_internal boolean DEFAULT false NOT NULL,
  details text DEFAULT '' NOT NULL,
  cis text[] DEFAULT '{}' NOT NULL,
  affected_users integer,
  reported_company_count integer,
  start_date timestamptz NOT NULL,
  end_date timestamptz,
  sla_end_date timestamptz NOT NULL,
  jira_info jsonb DEFAULT '{}'::jsonb NOT NULL,
  slack_info jsonb DEFAULT '{}'::jsonb NOT NULL,
  source_updated_at timestamptz,
  record_hash text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT incidents_jira_id_unique UNIQUE (jira_id),
  CONSTRAINT incidents_priority_type_priorities_priority_type_fk
    FOREIGN KEY (priority_type) REFERENCES priorities (priority_type),
  CONSTRAINT incidents_severity_severities_system_key_fk FOREIGN KEY (severity) REFERENCES severities (system_key)
);
CREATE INDEX incidents_start ON incidents (start_date, incident_id);
CREATE INDEX incidents_open ON incidents (end_date, status);

CREATE TABLE incident_services (
  incident_id integer NOT NULL,
  service text NOT NULL,
  CONSTRAINT incident_services_incident_id_service_pk PRIMARY KEY (incident_id, service),
  CONSTRAINT incident_services_incident_id_incidents_incident_id_fk
    FOREIGN KEY (incident_id) REFERENCES incidents (incident_id) ON DELETE CASCADE,
  CONSTRAINT incident_services_service_services_system_name_fk FOREIGN KEY (service) REFERENCES services (system_name)
);
CREATE INDEX incident_services_service ON incident_services (service);

CREATE TABLE incident_data_centers (
  incident_id integer NOT NULL,
  data_center text NOT NULL,
  CONSTRAINT incident_data_centers_incident_id_data_center_pk PRIMARY KEY (incident_id, data_center),
  CONSTRAINT incident_data_centers_incident_id_incidents_incident_id_fk
    FOREIGN KEY (incident_id) REFERENCES incidents (incident_id) ON DELETE CASCADE,
  CONSTRAINT incident_data_centers_data_center_data_centers_system_name_fk
    FOREIGN KEY (data_center) REFERENCES data_centers (system_name)
);
CREATE INDEX incident_data_centers_data_center ON incident_data_centers (data_center);

CREATE TABLE incident_companies (
  incident_id integer NOT NULL,
  company_id integer NOT NULL,
  CONSTRAINT incident_companies_incident_id_company_id_pk PRIMARY KEY (incident_id, company_id),
  CONSTRAINT incident_companies_incident_id_incidents_incident_id_fk
    FOREIGN KEY (incident_id) REFERENCES incidents (incident_id) ON DELETE CASCADE,
  CONSTRAINT incident_companies_company_id_companies_company_id_fk
    FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
CREATE INDEX incident_companies_company ON incident_companies (company_id);

CREATE TABLE incident_messages (
  message_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id integer NOT NULL,
  source_key text,
  title text NOT NULL,
  message_type text NOT NULL,
  created_date timestamptz NOT NULL,
  created_by text NOT NULL,
  body jsonb NOT NULL,
  particulars jsonb DEFAULT '{}'::jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz,
  updated_by text,
  CONSTRAINT incident_messages_source UNIQUE (incident_id, source_key),
  CONSTRAINT incident_messages_incident_id_incidents_incident_id_fk
    FOREIGN KEY (incident_id) REFERENCES incidents (incident_id) ON DELETE CASCADE
);
CREATE INDEX incident_messages_created ON incident_messages (incident_id, created_date);

CREATE TABLE status_reports (
  source text NOT NULL,
  service text NOT NULL,
  data_center text NOT NULL,
  status text NOT NULL,
  reported_at timestamptz NOT NULL,
  summary text,
  link text,
  CONSTRAINT status_reports_source_service_data_center_pk PRIMARY KEY (source, service, data_center),
  CONSTRAINT status_reports_service_services_system_name_fk FOREIGN KEY (service) REFERENCES services (system_name),
  CONSTRAINT status_reports_data_center_data_centers_system_name_fk
    FOREIGN KEY (data_center) REFERENCES data_centers (system_name),
  CONSTRAINT status_reports_status_severities_system_key_fk FOREIGN KEY (status) REFERENCES severities (system_key)
);
CREATE INDEX status_reports_cell ON status_reports (service, data_center);

CREATE TABLE status_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  service text NOT NULL,
  data_center text NOT NULL,
  status text NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT status_history_service_services_system_name_fk FOREIGN KEY (service) REFERENCES services (system_name),
  CONSTRAINT status_history_data_center_data_centers_system_name_fk
    FOREIGN KEY (data_center) REFERENCES data_centers (system_name)
);
CREATE INDEX status_history_cell ON status_history (service, data_center, changed_at, id);

--> statement-breakpoint
-- CIs and the companies that depend on them (tables/impact.ts)

CREATE TABLE cis (
  ci_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  category text NOT NULL,
  CONSTRAINT cis_name_unique UNIQUE (name)
);
CREATE INDEX cis_category ON cis (category, name);
CREATE INDEX cis_name_trigrams ON cis USING gin (lower(name) gin_trgm_ops);

CREATE TABLE ci_services (
  ci_id integer NOT NULL,
  service text NOT NULL,
  CONSTRAINT ci_services_ci_id_service_pk PRIMARY KEY (ci_id, service),
  CONSTRAINT ci_services_ci_id_cis_ci_id_fk FOREIGN KEY (ci_id) REFERENCES cis (ci_id) ON DELETE CASCADE,
  CONSTRAINT ci_services_service_services_system_name_fk FOREIGN KEY (service) REFERENCES services (system_name)
);
CREATE INDEX ci_services_service ON ci_services (service);

CREATE TABLE ci_data_centers (
  ci_id integer NOT NULL,
  data_center text NOT NULL,
  CONSTRAINT ci_data_centers_ci_id_data_center_pk PRIMARY KEY (ci_id, data_center),
  CONSTRAINT ci_data_centers_ci_id_cis_ci_id_fk FOREIGN KEY (ci_id) REFERENCES cis (ci_id) ON DELETE CASCADE,
  CONSTRAINT ci_data_centers_data_center_data_centers_system_name_fk
    FOREIGN KEY (data_center) REFERENCES data_centers (system_name)
);
CREATE INDEX ci_data_centers_data_center ON ci_data_centers (data_center);

CREATE TABLE ci_companies (
  ci_id integer NOT NULL,
  block integer NOT NULL,
  companies bit(4096) NOT NULL,
  CONSTRAINT ci_companies_ci_id_block_pk PRIMARY KEY (ci_id, block),
  CONSTRAINT ci_companies_ci_id_cis_ci_id_fk FOREIGN KEY (ci_id) REFERENCES cis (ci_id) ON DELETE CASCADE
);

CREATE TABLE service_companies (
  service text NOT NULL,
  block integer NOT NULL,
  companies bit(4096) NOT NULL,
  CONSTRAINT service_companies_service_block_pk PRIMARY KEY (service, block),
  CONSTRAINT service_companies_service_services_system_name_fk FOREIGN KEY (service) REFERENCES services (system_name)
);

CREATE TABLE data_center_companies (
  data_center text NOT NULL,
  block integer NOT NULL,
  companies bit(4096) NOT NULL,
  CONSTRAINT data_center_companies_data_center_block_pk PRIMARY KEY (data_center, block)
);

-- Sets of companies are bits in blocks of 4096: one company as a block, and the numbers of the companies in a block.
CREATE FUNCTION company_bit(number integer) RETURNS bit LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN set_bit(B''::bit(4096), number % 4096, 1);
CREATE FUNCTION company_numbers_in(block integer, companies bit) RETURNS SETOF integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT block * 4096 + place FROM generate_series(0, 4095) place WHERE get_bit(companies, place) = 1;
END;

-- data_center_companies follows every write to companies. Companies without a data center are under an empty name.
CREATE FUNCTION keep_new_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO data_center_companies AS kept (data_center, block, companies)
    SELECT coalesce(data_center, ''), number / 4096, bit_or(company_bit(number)) FROM companies_after GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (data_center, block) DO UPDATE SET companies = kept.companies | excluded.companies;
  RETURN NULL;
END $$;
CREATE TRIGGER companies_new AFTER INSERT ON companies REFERENCING NEW TABLE AS companies_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_new_companies();
CREATE FUNCTION keep_moved_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE data_center_companies kept SET companies = kept.companies & ~gone.companies FROM (
    SELECT coalesce(was.data_center, '') AS data_center, was.number / 4096 AS block, bit_or(company_bit(was.number)) AS companies
    FROM companies_before was JOIN companies_after moved USING (company_id)
    WHERE was.data_center IS DISTINCT FROM moved.data_center GROUP BY 1, 2
  ) gone WHERE kept.data_center = gone.data_center AND kept.block = gone.block;
  INSERT INTO data_center_companies AS kept (data_center, block, companies)
    SELECT coalesce(moved.data_center, ''), moved.number / 4096, bit_or(company_bit(moved.number))
    FROM companies_before was JOIN companies_after moved USING (company_id)
    WHERE was.data_center IS DISTINCT FROM moved.data_center GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (data_center, block) DO UPDATE SET companies = kept.companies | excluded.companies;
  RETURN NULL;
END $$;
CREATE TRIGGER companies_moved AFTER UPDATE ON companies
REFERENCING OLD TABLE AS companies_before NEW TABLE AS companies_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_moved_companies();
CREATE FUNCTION keep_gone_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE data_center_companies kept SET companies = kept.companies & ~gone.companies FROM (
    SELECT coalesce(data_center, '') AS data_center, number / 4096 AS block, bit_or(company_bit(number)) AS companies
    FROM companies_before GROUP BY 1, 2
  ) gone WHERE kept.data_center = gone.data_center AND kept.block = gone.block;
  RETURN NULL;
END $$;
CREATE TRIGGER companies_gone AFTER DELETE ON companies REFERENCING OLD TABLE AS companies_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_gone_companies();

-- For people who query by SQL: one row for each company that depends on a CI.
CREATE VIEW ci_dependencies AS
SELECT cis.name AS ci, companies.company_id
FROM ci_companies JOIN cis USING (ci_id)
CROSS JOIN LATERAL company_numbers_in(ci_companies.block, ci_companies.companies) AS number
JOIN companies USING (number);

--> statement-breakpoint
-- Subscribers, broadcasts and deliveries (tables/mail.ts)

CREATE TABLE subscribers (
  subscriber_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  locale text DEFAULT 'en' NOT NULL,
  company_id integer,
  uuid text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT subscribers_uuid_unique UNIQUE (uuid),
  CONSTRAINT subscribers_company_id_companies_company_id_fk FOREIGN KEY (company_id) REFERENCES companies (company_id)
);
CREATE UNIQUE INDEX subscribers_email ON subscribers (lower(email));
CREATE INDEX subscribers_company ON subscribers (company_id);

CREATE TABLE subscriptions (
  subscriber_id integer NOT NULL,
  category text NOT NULL,
  services text[] DEFAULT '{}' NOT NULL,
  data_centers text[] DEFAULT '{}' NOT NULL,
  alert_types integer[] DEFAULT '{}' NOT NULL,
  notification_types text[] DEFAULT '{}' NOT NULL,
  CONSTRAINT subscriptions_subscriber_id_category_pk PRIMARY KEY (subscriber_id, category),
  CONSTRAINT subscriptions_subscriber_id_subscribers_subscriber_id_fk
    FOREIGN KEY (subscriber_id) REFERENCES subscribers (subscriber_id) ON DELETE CASCADE
);
CREATE INDEX subscriptions_category ON subscriptions (category, subscriber_id);

CREATE TABLE broadcasts (
  broadcast_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  reference text NOT NULL,
  incident_id integer,
  message_id integer,
  notification_id integer,
  security_email_id integer,
  message_type text NOT NULL,
  audience text NOT NULL,
  contents jsonb NOT NULL,
  criteria jsonb,
  recipients integer DEFAULT 0 NOT NULL,
  stopped integer DEFAULT 0 NOT NULL,
  stopped_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT broadcasts_incident_id_incidents_incident_id_fk
    FOREIGN KEY (incident_id) REFERENCES incidents (incident_id) ON DELETE SET NULL,
  CONSTRAINT broadcasts_message_id_incident_messages_message_id_fk
    FOREIGN KEY (message_id) REFERENCES incident_messages (message_id) ON DELETE SET NULL
);
CREATE INDEX broadcasts_reference ON broadcasts (lower(reference), created_at);
CREATE INDEX broadcasts_incident ON broadcasts (incident_id);
CREATE INDEX broadcasts_message ON broadcasts (message_id);
CREATE INDEX broadcasts_notification ON broadcasts (notification_id);
CREATE INDEX broadcasts_created ON broadcasts (created_at);
CREATE UNIQUE INDEX broadcasts_security_email ON broadcasts (security_email_id);

CREATE TABLE mailed_emails (
  broadcast_id integer PRIMARY KEY,
  sec_comm_id integer NOT NULL,
  recipients integer NOT NULL
);
CREATE INDEX mailed_emails_comm ON mailed_emails (sec_comm_id);

-- Notes every broadcast of a security email in mailed_emails. Runs after the statement, so that a row which the writer adds
-- itself stays.
CREATE FUNCTION note_mailed_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mailed_emails (broadcast_id, sec_comm_id, recipients)
  SELECT m.broadcast_id, e.sec_comm_id, m.recipients
  FROM made m JOIN security_emails e ON e.id = m.security_email_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER mailed_emails AFTER INSERT ON broadcasts REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION note_mailed_emails();

CREATE TABLE deliveries (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  broadcast_id integer NOT NULL,
  subscriber_id integer,
  email text NOT NULL,
  locale text NOT NULL,
  company_id integer,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  response text,
  sent_at timestamptz,
  created_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX deliveries_recipient ON deliveries (broadcast_id, lower(email));
CREATE INDEX deliveries_email ON deliveries (lower(email) text_pattern_ops);
CREATE INDEX deliveries_company ON deliveries (company_id, created_at);

CREATE TABLE delivery_queue (
  delivery_id bigint PRIMARY KEY,
  broadcast_id integer NOT NULL,
  state text NOT NULL,
  due_at timestamptz,
  worker text
);
CREATE INDEX delivery_queue_due ON delivery_queue (due_at, delivery_id);

CREATE TABLE delivery_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id bigint NOT NULL,
  event text NOT NULL,
  response text NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT delivery_events_delivery_id_deliveries_delivery_id_fk
    FOREIGN KEY (delivery_id) REFERENCES deliveries (delivery_id)
);
CREATE INDEX delivery_events_delivery ON delivery_events (delivery_id, id);

--> statement-breakpoint
-- Maintenance events and notifications (tables/maintenance.ts)

CREATE TABLE maintenance_events (
  event_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  is_internal boolean NOT NULL,
  is_test boolean DEFAULT false NOT NULL,
  flag text,
  jira_ids text[] NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  comm_src text NOT NULL,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_by text,
  updated_at timestamptz
);
CREATE INDEX maintenance_events_start ON maintenance_events (start_date, event_id);
CREATE INDEX maintenance_events_end ON maintenance_events (end_date);

CREATE TABLE maintenance_data_centers (
  event_id integer NOT NULL,
  data_center text NOT NULL,
  CONSTRAINT maintenance_data_centers_event_id_data_center_pk PRIMARY KEY (event_id, data_center),
  CONSTRAINT maintenance_data_centers_event_id_maintenance_events_event_id_fk
    FOREIGN KEY (event_id) REFERENCES maintenance_events (event_id) ON DELETE CASCADE,
  CONSTRAINT maintenance_data_centers_data_center_data_centers_system_name_fk
    FOREIGN KEY (data_center) REFERENCES data_centers (system_name)
);
CREATE INDEX maintenance_data_centers_data_center ON maintenance_data_centers (data_center);

CREATE TABLE notifications (
  notification_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id integer NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  body jsonb NOT NULL,
  subject jsonb NOT NULL,
  start_date timestamptz,
  end_date timestamptz,
  is_broadcast boolean NOT NULL,
  send_time timestamptz,
  broadcast_id integer,
  sent_time timestamptz,
  is_test boolean DEFAULT false NOT NULL,
  is_internal boolean DEFAULT false NOT NULL,
  is_of_window boolean DEFAULT false NOT NULL,
  flag text,
  relocalize boolean DEFAULT false NOT NULL,
  email_fields jsonb DEFAULT '{}'::jsonb NOT NULL,
  comm_src text NOT NULL,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_by text,
  updated_at timestamptz,
  CONSTRAINT notifications_event_id_maintenance_events_event_id_fk
    FOREIGN KEY (event_id) REFERENCES maintenance_events (event_id) ON DELETE CASCADE
);
CREATE INDEX notifications_event ON notifications (event_id, notification_id);
CREATE INDEX notifications_shown ON notifications (end_date);
CREATE INDEX notifications_due ON notifications (send_time) WHERE is_broadcast AND broadcast_id IS NULL;

CREATE TABLE calendar_tokens (
  user_id integer PRIMARY KEY,
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT calendar_tokens_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT calendar_tokens_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
);

--> statement-breakpoint
-- Change records and their search (tables/changes.ts)

CREATE TABLE changes (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL,
  source_key text NOT NULL,
  change_type text NOT NULL,
  ticket_id text,
  summary text NOT NULL,
  description text NOT NULL,
  status text,
  catalog_type text,
  planned_start timestamptz,
  planned_end timestamptz,
  actual_start timestamptz,
  actual_end timestamptz,
  submitted_by text,
  submitted_on timestamptz,
  created_on timestamptz NOT NULL,
  effective_at timestamptz GENERATED ALWAYS AS (
    coalesce(actual_start, planned_start, submitted_on, created_on)
  ) STORED NOT NULL,
  data_centers text[] NOT NULL,
  services text[] NOT NULL,
  cis text[] NOT NULL,
  master_approval_entity_id text,
  company_id text,
  github_owner text,
  github_repo text,
  github_sha text,
  github_tag text,
  source_updated_at timestamptz,
  record_hash text NOT NULL,
  search_text text GENERATED ALWAYS AS (lower(
    coalesce(ticket_id, '') || E'\n' || summary || E'\n' || description || E'\n' || coalesce(submitted_by, '') || E'\n' ||
    coalesce(catalog_type, '') || E'\n' || coalesce(master_approval_entity_id, '') || E'\n' || coalesce(company_id, '') || E'\n' ||
    coalesce(github_owner, '') || '/' || coalesce(github_repo, '') || E'\n' || coalesce(github_sha, '') || E'\n' ||
    coalesce(github_tag, '')
  )) STORED NOT NULL,
  CONSTRAINT changes_source UNIQUE (source, source_key)
);
CREATE INDEX changes_time ON changes (change_type, effective_at, change_id);
CREATE INDEX changes_long ON changes (effective_at, coalesce(actual_end, submitted_on, 'infinity'::timestamptz))
  WHERE actual_start IS NOT NULL AND (coalesce(actual_end, submitted_on) IS NULL
    OR coalesce(actual_end, submitted_on) - actual_start > interval '1 hour');
CREATE INDEX changes_trigrams ON changes USING gin (search_text gin_trgm_ops);

CREATE TABLE change_marks (
  mark_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_type text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  CONSTRAINT change_marks_name UNIQUE (kind, name, change_type)
);
CREATE INDEX change_marks_cis ON change_marks ((lower(name)) COLLATE "C", name COLLATE "C") WHERE kind = 'cis';

CREATE TABLE marked_changes (
  mark_id integer NOT NULL,
  effective_at timestamptz NOT NULL,
  change_id bigint NOT NULL,
  CONSTRAINT marked_changes_mark_id_effective_at_change_id_pk PRIMARY KEY (mark_id, effective_at, change_id)
);

CREATE TABLE change_letters (
  change_type text NOT NULL,
  hour timestamptz NOT NULL,
  letters bit(8192) NOT NULL,
  CONSTRAINT change_letters_change_type_hour_pk PRIMARY KEY (change_type, hour)
);

CREATE TABLE unread_changes (
  unread_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_type text NOT NULL,
  first_at timestamptz NOT NULL,
  first_id bigint NOT NULL,
  last_at timestamptz NOT NULL,
  last_id bigint NOT NULL
);
CREATE INDEX unread_changes_time ON unread_changes (first_at, unread_id);

-- The whole hour that a time lies in. Its origin is before all times: some versions of PostgreSQL round earlier times wrongly.
CREATE FUNCTION change_hour(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin(interval '1 hour', at, timestamptz '4713-01-01 00:00:00+00 BC');

-- Notes changes whose letters have to be read, whatever writes them.
CREATE FUNCTION note_new_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unread_changes (change_type, first_at, first_id, last_at, last_id)
    SELECT change_type, min(effective_at), min(change_id), max(effective_at), max(change_id)
    FROM changes_after GROUP BY change_type, change_hour(effective_at);
  RETURN NULL;
END $$;
CREATE TRIGGER changes_new AFTER INSERT ON changes REFERENCING NEW TABLE AS changes_after
FOR EACH STATEMENT EXECUTE FUNCTION note_new_changes();
CREATE FUNCTION note_rewritten_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unread_changes (change_type, first_at, first_id, last_at, last_id)
    SELECT now.change_type, min(now.effective_at), min(change_id), max(now.effective_at), max(change_id)
    FROM changes_before was JOIN changes_after now USING (change_id)
    WHERE (was.change_type, was.effective_at, was.search_text) IS DISTINCT FROM (now.change_type, now.effective_at, now.search_text)
    GROUP BY now.change_type, change_hour(now.effective_at);
  RETURN NULL;
END $$;
CREATE TRIGGER changes_rewritten AFTER UPDATE ON changes
REFERENCING OLD TABLE AS changes_before NEW TABLE AS changes_after
FOR EACH STATEMENT EXECUTE FUNCTION note_rewritten_changes();

-- Every statement that writes changes advances it while it holds its lock on the table: what was read while nobody wrote is
-- current as long as the sequence has not moved.
CREATE SEQUENCE changes_written;
CREATE FUNCTION note_written_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM nextval('changes_written');
  RETURN NULL;
END $$;
CREATE TRIGGER changes_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON changes
FOR EACH STATEMENT EXECUTE FUNCTION note_written_changes();

--> statement-breakpoint
-- Security communications (tables/security.ts)

CREATE TABLE security_incidents (
  sec_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz,
  created_at timestamptz NOT NULL,
  version integer DEFAULT 1 NOT NULL
);

CREATE TABLE comm_types (
  id integer PRIMARY KEY,
  display_name text NOT NULL,
  internal_name text NOT NULL,
  CONSTRAINT comm_types_internal_name_unique UNIQUE (internal_name)
);

CREATE TABLE security_comms (
  sec_comm_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sec_id integer NOT NULL,
  comm_type integer NOT NULL,
  description text NOT NULL,
  status text NOT NULL,
  is_hidden boolean DEFAULT false NOT NULL,
  created_date timestamptz NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT security_comms_sec_id_security_incidents_sec_id_fk
    FOREIGN KEY (sec_id) REFERENCES security_incidents (sec_id),
  CONSTRAINT security_comms_comm_type_comm_types_id_fk FOREIGN KEY (comm_type) REFERENCES comm_types (id)
);
CREATE INDEX security_comms_incident ON security_comms (sec_id);

CREATE TABLE security_users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL,
  email text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_date timestamptz NOT NULL,
  modified_date timestamptz,
  version integer DEFAULT 1 NOT NULL
);
CREATE UNIQUE INDEX security_users_company_email ON security_users (company_id, lower(email));
CREATE INDEX security_users_email ON security_users USING gin (lower(email) gin_trgm_ops);

CREATE TABLE security_emails (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sec_comm_id integer NOT NULL,
  company_id integer NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  upload_source text NOT NULL,
  sent_date timestamptz,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT security_emails_sec_comm_id_security_comms_sec_comm_id_fk
    FOREIGN KEY (sec_comm_id) REFERENCES security_comms (sec_comm_id)
);
CREATE INDEX security_emails_comm ON security_emails (sec_comm_id, id);

-- A security email never moves to another company or comm. Once sent, it is neither changed nor deleted.
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
CREATE TRIGGER security_emails_kept BEFORE UPDATE OR DELETE ON security_emails
  FOR EACH ROW EXECUTE FUNCTION keep_security_email();

CREATE TABLE security_imports (
  import_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sec_comm_id integer NOT NULL,
  title text NOT NULL,
  filename text NOT NULL,
  is_hidden boolean DEFAULT false NOT NULL,
  columns text[] NOT NULL,
  size integer NOT NULL,
  digest text NOT NULL,
  created_by text NOT NULL,
  created_date timestamptz NOT NULL,
  staged integer DEFAULT 0 NOT NULL,
  promoted integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT security_imports_sec_comm_id_security_comms_sec_comm_id_fk
    FOREIGN KEY (sec_comm_id) REFERENCES security_comms (sec_comm_id)
);
CREATE UNIQUE INDEX security_imports_file ON security_imports (sec_comm_id, digest);

CREATE TABLE security_import_parts (
  import_id integer NOT NULL,
  place integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT security_import_parts_import_id_place_pk PRIMARY KEY (import_id, place),
  CONSTRAINT security_import_parts_import_id_security_imports_import_id_fk
    FOREIGN KEY (import_id) REFERENCES security_imports (import_id) ON DELETE CASCADE
);

CREATE TABLE staged_emails (
  staging_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id integer NOT NULL,
  sec_comm_id integer NOT NULL,
  company_id integer NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  line integer,
  source_from integer,
  source_to integer,
  email_id integer,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT staged_emails_import_id_security_imports_import_id_fk
    FOREIGN KEY (import_id) REFERENCES security_imports (import_id)
);
CREATE UNIQUE INDEX staged_emails_company ON staged_emails (import_id, company_id);
CREATE INDEX staged_emails_import ON staged_emails (import_id, staging_id);

-- A staged email never moves to another import, company or comm. Once promoted, it is not changed.
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
CREATE TRIGGER staged_emails_kept BEFORE UPDATE ON staged_emails
  FOR EACH ROW EXECUTE FUNCTION keep_staged_email();

-- Counts the staged and the promoted emails of each import; counting on demand would read all of their rows.
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
CREATE TRIGGER staged_emails_added AFTER INSERT ON staged_emails
  REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_staged_emails();
CREATE TRIGGER staged_emails_changed AFTER UPDATE ON staged_emails
  REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_staged_emails();
CREATE TRIGGER staged_emails_removed AFTER DELETE ON staged_emails
  REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION count_staged_emails();

--> statement-breakpoint
-- Banner, idempotency keys, error reports and what senders sent (tables/operations.ts)

CREATE TABLE banner (
  id integer PRIMARY KEY,
  display boolean NOT NULL,
  text jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL
);

CREATE TABLE idempotency_keys (
  caller text NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  answer jsonb,
  created_at timestamptz NOT NULL,
  CONSTRAINT idempotency_keys_caller_endpoint_key_pk PRIMARY KEY (caller, endpoint, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TABLE error_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_email text NOT NULL,
  report jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX error_reports_created ON error_reports (created_at);

CREATE TABLE webhook_deliveries (
  sender text NOT NULL,
  delivery_key text NOT NULL,
  received_at timestamptz NOT NULL,
  CONSTRAINT webhook_deliveries_sender_delivery_key_pk PRIMARY KEY (sender, delivery_key)
);
CREATE INDEX webhook_deliveries_received ON webhook_deliveries (received_at);

CREATE TABLE unknown_names (
  source text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  records bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  last_caller text NOT NULL,
  CONSTRAINT unknown_names_source_kind_name_pk PRIMARY KEY (source, kind, name)
);
CREATE INDEX unknown_names_newest ON unknown_names (source, last_at);
