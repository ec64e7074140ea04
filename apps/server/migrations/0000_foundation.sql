CREATE TABLE "actions" (
	"action_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "actions_action_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"system_name" text NOT NULL,
	"display_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL,
	CONSTRAINT "actions_system_name_unique" UNIQUE("system_name")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"pkey" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_pkey_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_name" text NOT NULL,
	"user_email" text NOT NULL,
	"action_name" text NOT NULL,
	"created_date" timestamp with time zone NOT NULL,
	"context" jsonb
);
--> statement-breakpoint
CREATE TABLE "oidc_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"expires_at" timestamp with time zone,
	CONSTRAINT "oidc_records_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "role_actions" (
	"role_id" integer NOT NULL,
	"action_id" integer NOT NULL,
	CONSTRAINT "role_actions_role_id_action_id_pk" PRIMARY KEY("role_id","action_id")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"role_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roles_role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"system_name" text NOT NULL,
	"display_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	CONSTRAINT "roles_system_name_unique" UNIQUE("system_name")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_tokens" (
	"token_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_tokens_token_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "service_tokens_name_unique" UNIQUE("name"),
	CONSTRAINT "service_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"anti_forgery_token" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"id_token" text
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"state" text PRIMARY KEY NOT NULL,
	"code_verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"next_path" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_preferences" (
	"user_id" integer NOT NULL,
	"application" text NOT NULL,
	"preferences" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_preferences_user_id_application_pk" PRIMARY KEY("user_id","application")
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	CONSTRAINT "user_roles_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"restricted_page_access" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"entity_code" text,
	"data_center" text
);
--> statement-breakpoint
CREATE TABLE "incident_companies" (
	"incident_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	CONSTRAINT "incident_companies_incident_id_company_id_pk" PRIMARY KEY("incident_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "incident_data_centers" (
	"incident_id" integer NOT NULL,
	"data_center" text NOT NULL,
	CONSTRAINT "incident_data_centers_incident_id_data_center_pk" PRIMARY KEY("incident_id","data_center")
);
--> statement-breakpoint
CREATE TABLE "incident_messages" (
	"message_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_messages_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"source_key" text,
	"title" text NOT NULL,
	"message_type" text NOT NULL,
	"created_date" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "incident_messages_source" UNIQUE("incident_id","source_key")
);
--> statement-breakpoint
CREATE TABLE "incident_services" (
	"incident_id" integer NOT NULL,
	"service" text NOT NULL,
	CONSTRAINT "incident_services_incident_id_service_pk" PRIMARY KEY("incident_id","service")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"incident_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_incident_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"jira_id" text NOT NULL,
	"priority_type" text NOT NULL,
	"severity" text NOT NULL,
	"status" text NOT NULL,
	"is_internal" boolean DEFAULT false NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"affected_users" integer,
	"reported_company_count" integer,
	"start_date" timestamp with time zone NOT NULL,
	"end_date" timestamp with time zone,
	"sla_end_date" timestamp with time zone NOT NULL,
	"jira_info" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"slack_info" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"source_updated_at" timestamp with time zone,
	"record_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "incidents_jira_id_unique" UNIQUE("jira_id")
);
--> statement-breakpoint
CREATE TABLE "status_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"service" text NOT NULL,
	"data_center" text NOT NULL,
	"status" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_reports" (
	"source" text NOT NULL,
	"service" text NOT NULL,
	"data_center" text NOT NULL,
	"status" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "status_reports_source_service_data_center_pk" PRIMARY KEY("source","service","data_center")
);
--> statement-breakpoint
CREATE TABLE "banner" (
	"id" integer PRIMARY KEY NOT NULL,
	"display" boolean NOT NULL,
	"text" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "error_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "error_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_email" text NOT NULL,
	"report" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"sender" text NOT NULL,
	"delivery_key" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_sender_delivery_key_pk" PRIMARY KEY("sender","delivery_key")
);
--> statement-breakpoint
CREATE TABLE "data_centers" (
	"system_name" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "locales" (
	"system_key" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "priorities" (
	"priority_type" text PRIMARY KEY NOT NULL,
	"sla_minutes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "services" (
	"system_name" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "severities" (
	"id" integer PRIMARY KEY NOT NULL,
	"system_key" text NOT NULL,
	"display_value" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "severities_system_key_unique" UNIQUE("system_key")
);
--> statement-breakpoint
ALTER TABLE "role_actions" ADD CONSTRAINT "role_actions_role_id_roles_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_actions" ADD CONSTRAINT "role_actions_action_id_actions_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."actions"("action_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_id_roles_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_data_center_data_centers_system_name_fk" FOREIGN KEY ("data_center") REFERENCES "public"."data_centers"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_companies" ADD CONSTRAINT "incident_companies_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_companies" ADD CONSTRAINT "incident_companies_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_data_centers" ADD CONSTRAINT "incident_data_centers_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_data_centers" ADD CONSTRAINT "incident_data_centers_data_center_data_centers_system_name_fk" FOREIGN KEY ("data_center") REFERENCES "public"."data_centers"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_messages" ADD CONSTRAINT "incident_messages_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_services" ADD CONSTRAINT "incident_services_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_services" ADD CONSTRAINT "incident_services_service_services_system_name_fk" FOREIGN KEY ("service") REFERENCES "public"."services"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_priority_type_priorities_priority_type_fk" FOREIGN KEY ("priority_type") REFERENCES "public"."priorities"("priority_type") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_severity_severities_system_key_fk" FOREIGN KEY ("severity") REFERENCES "public"."severities"("system_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_history" ADD CONSTRAINT "status_history_service_services_system_name_fk" FOREIGN KEY ("service") REFERENCES "public"."services"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_history" ADD CONSTRAINT "status_history_data_center_data_centers_system_name_fk" FOREIGN KEY ("data_center") REFERENCES "public"."data_centers"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_reports" ADD CONSTRAINT "status_reports_service_services_system_name_fk" FOREIGN KEY ("service") REFERENCES "public"."services"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_reports" ADD CONSTRAINT "status_reports_data_center_data_centers_system_name_fk" FOREIGN KEY ("data_center") REFERENCES "public"."data_centers"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_reports" ADD CONSTRAINT "status_reports_status_severities_system_key_fk" FOREIGN KEY ("status") REFERENCES "public"."severities"("system_key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_date","pkey");--> statement-breakpoint
CREATE INDEX "oidc_records_grant" ON "oidc_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_uid" ON "oidc_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "companies_name" ON "companies" USING btree ("name","company_id");--> statement-breakpoint
CREATE INDEX "incident_companies_company" ON "incident_companies" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "incident_data_centers_data_center" ON "incident_data_centers" USING btree ("data_center");--> statement-breakpoint
CREATE INDEX "incident_messages_created" ON "incident_messages" USING btree ("incident_id","created_date");--> statement-breakpoint
CREATE INDEX "incident_services_service" ON "incident_services" USING btree ("service");--> statement-breakpoint
CREATE INDEX "incidents_start" ON "incidents" USING btree ("start_date","incident_id");--> statement-breakpoint
CREATE INDEX "incidents_open" ON "incidents" USING btree ("end_date","status");--> statement-breakpoint
CREATE INDEX "status_history_cell" ON "status_history" USING btree ("service","data_center","changed_at","id");--> statement-breakpoint
CREATE INDEX "status_reports_cell" ON "status_reports" USING btree ("service","data_center");--> statement-breakpoint
CREATE INDEX "error_reports_created" ON "error_reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received" ON "webhook_deliveries" USING btree ("received_at");