CREATE TABLE "unknown_names" (
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"records" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_caller" text NOT NULL,
	CONSTRAINT "unknown_names_source_kind_name_pk" PRIMARY KEY("source","kind","name")
);
--> statement-breakpoint
ALTER TABLE "status_reports" ADD COLUMN "summary" text;--> statement-breakpoint
ALTER TABLE "status_reports" ADD COLUMN "link" text;--> statement-breakpoint
CREATE INDEX "unknown_names_newest" ON "unknown_names" USING btree ("source","last_at");