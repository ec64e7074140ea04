CREATE TABLE "setup" (
	"id" integer PRIMARY KEY NOT NULL,
	"hidden_at" timestamp with time zone,
	"hidden_by" text,
	"mail_accepted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "test_mails" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"tried_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "test_mails" ADD CONSTRAINT "test_mails_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;