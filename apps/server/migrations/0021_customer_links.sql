CREATE TABLE "customer_devices" (
	"cookie_hash" text PRIMARY KEY NOT NULL,
	"link_id" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_links" (
	"link_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_links_link_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"most_devices" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"last_refused_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "customer_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "customer_devices" ADD CONSTRAINT "customer_devices_link_id_customer_links_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."customer_links"("link_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_links" ADD CONSTRAINT "customer_links_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_devices_link" ON "customer_devices" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "customer_links_company" ON "customer_links" USING btree ("company_id");