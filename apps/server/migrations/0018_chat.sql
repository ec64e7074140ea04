CREATE TABLE "chat_accounts" (
	"account_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_accounts_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"chat" text NOT NULL,
	"team" text NOT NULL,
	"chat_user" text NOT NULL,
	"name" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_codes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_codes_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "chat_drafts" (
	"draft_id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"call" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text NOT NULL,
	"pressing" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "chat_accounts" ADD CONSTRAINT "chat_accounts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_codes" ADD CONSTRAINT "chat_codes_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_drafts" ADD CONSTRAINT "chat_drafts_account_id_chat_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."chat_accounts"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_drafts" ADD CONSTRAINT "chat_drafts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_accounts_chat_user" ON "chat_accounts" USING btree ("chat","team","chat_user");--> statement-breakpoint
CREATE INDEX "chat_accounts_user" ON "chat_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_drafts_account" ON "chat_drafts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "chat_drafts_user" ON "chat_drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_drafts_created" ON "chat_drafts" USING btree ("created_at");