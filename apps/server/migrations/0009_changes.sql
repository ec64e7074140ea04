CREATE TABLE "change_marks" (
	"mark_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_marks_mark_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"change_type" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "change_marks_name" UNIQUE("kind","name","change_type")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"change_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"source_key" text NOT NULL,
	"change_type" text NOT NULL,
	"ticket_id" text,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"status" text,
	"catalog_type" text,
	"planned_start" timestamp with time zone,
	"planned_end" timestamp with time zone,
	"actual_start" timestamp with time zone,
	"actual_end" timestamp with time zone,
	"submitted_by" text,
	"submitted_on" timestamp with time zone,
	"created_on" timestamp with time zone NOT NULL,
	"effective_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(actual_start, planned_start, submitted_on, created_on)) STORED NOT NULL,
	"data_centers" text[] NOT NULL,
	"services" text[] NOT NULL,
	"cis" text[] NOT NULL,
	"master_approval_entity_id" text,
	"company_id" text,
	"github_owner" text,
	"github_repo" text,
	"github_sha" text,
	"github_tag" text,
	"source_updated_at" timestamp with time zone,
	"record_hash" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(ticket_id, '') || E'
' || summary || E'
' || description || E'
' || coalesce(submitted_by, '') || E'
' || coalesce(catalog_type, '') || E'
' || coalesce(master_approval_entity_id, '') || E'
' || coalesce(company_id, '') || E'
' || coalesce(github_owner, '') || '/' || coalesce(github_repo, '') || E'
' || coalesce(github_sha, '') || E'
' || coalesce(github_tag, ''))) STORED NOT NULL,
	CONSTRAINT "changes_source" UNIQUE("source","source_key")
);
--> statement-breakpoint
CREATE TABLE "marked_changes" (
	"mark_id" integer NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"change_id" bigint NOT NULL,
	CONSTRAINT "marked_changes_mark_id_effective_at_change_id_pk" PRIMARY KEY("mark_id","effective_at","change_id")
);
--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "cis" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "changes_time" ON "changes" USING btree ("change_type","effective_at","change_id");--> statement-breakpoint
CREATE INDEX "changes_trigrams" ON "changes" USING gin ("search_text" gin_trgm_ops);