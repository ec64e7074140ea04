CREATE TABLE "follow_up_issues" (
	"follow_up_id" integer PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"issue_key" text,
	"title" text,
	"due_date" date,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"is_done" boolean DEFAULT false NOT NULL,
	"heard_at" timestamp with time zone,
	"not_before" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"deleted_by" text,
	CONSTRAINT "follow_up_issues_issue_key_unique" UNIQUE("issue_key")
);
--> statement-breakpoint
ALTER TABLE "follow_ups" ADD COLUMN "state_by" text;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD COLUMN "state_at" timestamp with time zone;