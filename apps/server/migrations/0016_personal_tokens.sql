-- safe: the version before finds tokens by their hash and inserts without naming a constraint; the index below keeps its names unique
ALTER TABLE "service_tokens" DROP CONSTRAINT "service_tokens_name_unique";--> statement-breakpoint
ALTER TABLE "service_tokens" ADD COLUMN "user_id" integer;--> statement-breakpoint
-- safe: the table has a few rows, and the version before does not write this column
ALTER TABLE "service_tokens" ADD CONSTRAINT "service_tokens_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- safe: the table has a few rows, written when somebody makes a token
CREATE UNIQUE INDEX "service_tokens_name" ON "service_tokens" USING btree ("name") WHERE "service_tokens"."user_id" is null;--> statement-breakpoint
-- safe: the table has a few rows, written when somebody makes a token
CREATE UNIQUE INDEX "service_tokens_personal_name" ON "service_tokens" USING btree ("user_id","name");
