CREATE TABLE "group_mapping_roles" (
	"mapping_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	CONSTRAINT "group_mapping_roles_mapping_id_role_id_pk" PRIMARY KEY("mapping_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "group_mappings" (
	"mapping_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_mappings_mapping_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "group_mappings_group_name_unique" UNIQUE("group_name")
);
--> statement-breakpoint
CREATE TABLE "listed_administrators" (
	"email" text PRIMARY KEY NOT NULL,
	"granted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_roles" (
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	CONSTRAINT "provider_roles_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
ALTER TABLE "group_mapping_roles" ADD CONSTRAINT "group_mapping_roles_mapping_id_group_mappings_mapping_id_fk" FOREIGN KEY ("mapping_id") REFERENCES "public"."group_mappings"("mapping_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_mapping_roles" ADD CONSTRAINT "group_mapping_roles_role_id_roles_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_roles" ADD CONSTRAINT "provider_roles_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_roles" ADD CONSTRAINT "provider_roles_role_id_roles_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Every role that somebody holds, once for each origin: without a sort, so that one person's are found by index.
CREATE VIEW held_roles AS
SELECT user_id, role_id FROM user_roles UNION ALL SELECT user_id, role_id FROM provider_roles;
