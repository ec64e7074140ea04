CREATE TABLE "audit_archives" (
	"from_seal" bigint PRIMARY KEY NOT NULL,
	"to_seal" bigint NOT NULL,
	"previous_hash" text,
	"last_hash" text NOT NULL,
	"file" text NOT NULL,
	"sha256" text NOT NULL,
	"archived_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"seal_no" bigint PRIMARY KEY NOT NULL,
	"pkey" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_seals_pkey_unique" UNIQUE("pkey")
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"pkey" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
ALTER TABLE "sessions" ADD COLUMN "public_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "criteria" jsonb;--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_email","created_date","pkey");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action_name","created_date","pkey");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "audit_log_application" ON "audit_log" USING btree ("application_name","created_date","pkey");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_public_id_unique" UNIQUE("public_id");--> statement-breakpoint
INSERT INTO "audit_unsealed" SELECT "pkey" FROM "audit_log";
--> statement-breakpoint
-- The audit log can be added to and read; retention takes out what an archive holds, and nothing else.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
