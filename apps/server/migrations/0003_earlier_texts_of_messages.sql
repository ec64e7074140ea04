CREATE TABLE "message_changes" (
	"message_id" integer NOT NULL,
	"prev_version" integer NOT NULL,
	"prev_title" text NOT NULL,
	"prev_message_type" text NOT NULL,
	"prev_body" jsonb NOT NULL,
	"prev_next_update_due" timestamp with time zone,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_changes_message_id_prev_version_pk" PRIMARY KEY("message_id","prev_version")
);
