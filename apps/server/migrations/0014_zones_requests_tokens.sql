CREATE TABLE "subscription_requests" (
	"request_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_requests_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mailbox" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"services" text[] NOT NULL,
	"data_centers" text[] NOT NULL,
	"broadcast_id" integer,
	"token_hash" text,
	"mails" integer DEFAULT 1 NOT NULL,
	"first_mailed_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscription_requests_mailbox_unique" UNIQUE("mailbox"),
	CONSTRAINT "subscription_requests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "hint" text;--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "old_token_hash" text;--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "old_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "time_zone" text;--> statement-breakpoint
CREATE INDEX "subscription_requests_mailed" ON "subscription_requests" USING btree ("mailed_at");--> statement-breakpoint
CREATE INDEX "subscription_requests_broadcast" ON "subscription_requests" USING btree ("broadcast_id");--> statement-breakpoint
-- safe: the table has a few rows, and the version before does not write this column
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_old_token_hash_unique" UNIQUE("old_token_hash");