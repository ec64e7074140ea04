CREATE TABLE "post_mortem_reviews" (
	"post_mortem_id" integer NOT NULL,
	"reviewer" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answer" text,
	"version" integer,
	"note" text NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "post_mortem_reviews_post_mortem_id_reviewer_pk" PRIMARY KEY("post_mortem_id","reviewer")
);
--> statement-breakpoint
CREATE TABLE "post_mortem_versions" (
	"post_mortem_id" integer NOT NULL,
	"version" integer NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"summary" text NOT NULL,
	"impact" text NOT NULL,
	"root_cause" text NOT NULL,
	"solution" text NOT NULL,
	"corrective_measures" text NOT NULL,
	"lessons" text NOT NULL,
	"timeline" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "post_mortem_versions_post_mortem_id_version_pk" PRIMARY KEY("post_mortem_id","version")
);
--> statement-breakpoint
CREATE TABLE "post_mortems" (
	"post_mortem_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "post_mortems_post_mortem_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"version" integer NOT NULL,
	"known_entries" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_mortems_incident_id_unique" UNIQUE("incident_id")
);
--> statement-breakpoint
ALTER TABLE "post_mortem_reviews" ADD CONSTRAINT "post_mortem_reviews_post_mortem_id_post_mortems_post_mortem_id_fk" FOREIGN KEY ("post_mortem_id") REFERENCES "public"."post_mortems"("post_mortem_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mortem_versions" ADD CONSTRAINT "post_mortem_versions_post_mortem_id_post_mortems_post_mortem_id_fk" FOREIGN KEY ("post_mortem_id") REFERENCES "public"."post_mortems"("post_mortem_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mortems" ADD CONSTRAINT "post_mortems_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE cascade ON UPDATE no action;