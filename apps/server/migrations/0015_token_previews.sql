CREATE TABLE "token_previews" (
	"token_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"total" integer NOT NULL,
	"previewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_previews_token_id_content_hash_pk" PRIMARY KEY("token_id","content_hash")
);
--> statement-breakpoint
ALTER TABLE "token_previews" ADD CONSTRAINT "token_previews_token_id_service_tokens_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."service_tokens"("token_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_previews_time" ON "token_previews" USING btree ("previewed_at");