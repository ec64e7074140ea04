CREATE TABLE "retention_runs" (
	"kind" text PRIMARY KEY NOT NULL,
	"unaudited" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"gone_before" timestamp with time zone,
	"deleted" bigint DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone
);
