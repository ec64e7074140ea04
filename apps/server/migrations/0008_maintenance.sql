CREATE TABLE "calendar_tokens" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "maintenance_data_centers" (
	"event_id" integer NOT NULL,
	"data_center" text NOT NULL,
	CONSTRAINT "maintenance_data_centers_event_id_data_center_pk" PRIMARY KEY("event_id","data_center")
);
--> statement-breakpoint
CREATE TABLE "maintenance_events" (
	"event_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_events_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"is_internal" boolean NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"flag" text,
	"jira_ids" text[] NOT NULL,
	"start_date" timestamp with time zone NOT NULL,
	"end_date" timestamp with time zone NOT NULL,
	"comm_src" text NOT NULL,
	"created_by" text NOT NULL,
	"created_date" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"notification_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"body" jsonb NOT NULL,
	"subject" jsonb NOT NULL,
	"start_date" timestamp with time zone,
	"end_date" timestamp with time zone,
	"is_broadcast" boolean NOT NULL,
	"send_time" timestamp with time zone,
	"broadcast_id" integer,
	"sent_time" timestamp with time zone,
	"is_test" boolean DEFAULT false NOT NULL,
	"is_internal" boolean DEFAULT false NOT NULL,
	"is_of_window" boolean DEFAULT false NOT NULL,
	"flag" text,
	"relocalize" boolean DEFAULT false NOT NULL,
	"email_fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"comm_src" text NOT NULL,
	"created_by" text NOT NULL,
	"created_date" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "maintenance_flags" (
	"system_name" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "template_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "template_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"template_id" integer NOT NULL,
	"prev_title" text NOT NULL,
	"prev_body" text NOT NULL,
	"prev_message_type" text,
	"prev_affected_service" text,
	"prev_notification_type" text,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "notification_id" integer;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "stopped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "calendar_tokens" ADD CONSTRAINT "calendar_tokens_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_data_centers" ADD CONSTRAINT "maintenance_data_centers_event_id_maintenance_events_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."maintenance_events"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_data_centers" ADD CONSTRAINT "maintenance_data_centers_data_center_data_centers_system_name_fk" FOREIGN KEY ("data_center") REFERENCES "public"."data_centers"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_event_id_maintenance_events_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."maintenance_events"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_data_centers_data_center" ON "maintenance_data_centers" USING btree ("data_center");--> statement-breakpoint
CREATE INDEX "maintenance_events_start" ON "maintenance_events" USING btree ("start_date","event_id");--> statement-breakpoint
CREATE INDEX "maintenance_events_end" ON "maintenance_events" USING btree ("end_date");--> statement-breakpoint
CREATE INDEX "notifications_event" ON "notifications" USING btree ("event_id","notification_id");--> statement-breakpoint
CREATE INDEX "notifications_shown" ON "notifications" USING btree ("end_date");--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("send_time") WHERE is_broadcast and broadcast_id is null;--> statement-breakpoint
CREATE INDEX "template_changes_template" ON "template_changes" USING btree ("template_id","id");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "broadcasts_notification" ON "broadcasts" USING btree ("notification_id");