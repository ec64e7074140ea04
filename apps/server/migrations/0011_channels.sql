CREATE TABLE "channel_attempts" (
	"attempt_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_attempts_attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer,
	"answer" text NOT NULL,
	"ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_deliveries" (
	"delivery_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_deliveries_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel_id" integer NOT NULL,
	"event_id" bigint NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response" text,
	"due_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_events" (
	"event_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_events_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"type" text NOT NULL,
	"audience" text NOT NULL,
	"reference" text NOT NULL,
	"message_id" integer,
	"notification_id" integer,
	"withdrawn_at" timestamp with time zone,
	"bodies" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "channel_events_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "channel_lanes" (
	"channel_id" integer PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"worker" text,
	"leased_until" timestamp with time zone,
	"is_failing" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_subscriptions" (
	"channel_id" integer NOT NULL,
	"category" text NOT NULL,
	"services" text[] DEFAULT '{}' NOT NULL,
	"data_centers" text[] DEFAULT '{}' NOT NULL,
	"alert_types" integer[] DEFAULT '{}' NOT NULL,
	"notification_types" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "channel_subscriptions_channel_id_category_pk" PRIMARY KEY("channel_id","category")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"channel_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channels_channel_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"owner_id" integer,
	"host" text NOT NULL,
	"address" text,
	"secret" text,
	"old_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"locale" text NOT NULL,
	"audience" text NOT NULL,
	"paused_at" timestamp with time zone,
	"pause_reason" text,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channel_attempts" ADD CONSTRAINT "channel_attempts_delivery_id_channel_deliveries_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."channel_deliveries"("delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_event_id_channel_events_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."channel_events"("event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_lanes" ADD CONSTRAINT "channel_lanes_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_subscriptions" ADD CONSTRAINT "channel_subscriptions_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_owner_id_users_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_attempts_delivery" ON "channel_attempts" USING btree ("delivery_id","attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_deliveries_event" ON "channel_deliveries" USING btree ("channel_id","event_id");--> statement-breakpoint
CREATE INDEX "channel_deliveries_due" ON "channel_deliveries" USING btree ("channel_id","due_at","delivery_id") WHERE "channel_deliveries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "channel_deliveries_of_event" ON "channel_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "channel_deliveries_failed" ON "channel_deliveries" USING btree ("channel_id") WHERE "channel_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "channel_deliveries_unsent" ON "channel_deliveries" USING btree ("channel_id","event_id") WHERE "channel_deliveries"."state" in ('failed', 'stopped');--> statement-breakpoint
CREATE INDEX "channel_events_message" ON "channel_events" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "channel_events_notification" ON "channel_events" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "channel_lanes_due" ON "channel_lanes" USING btree ("is_failing","due_at");--> statement-breakpoint
CREATE INDEX "channels_name" ON "channels" USING btree (lower("name"),"channel_id");
--> statement-breakpoint
CREATE FUNCTION refuse_internal_outside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM channel_events e, channels c
    WHERE e.event_id = NEW.event_id AND c.channel_id = NEW.channel_id
      AND e.audience = 'INTERNAL' AND c.audience <> 'INTERNAL'
  ) THEN
    RAISE EXCEPTION 'an internal event must not go to the channel %, which is for external news', NEW.channel_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER channel_deliveries_audience BEFORE INSERT OR UPDATE OF due_at, channel_id, event_id ON channel_deliveries
FOR EACH ROW WHEN (NEW.due_at IS NOT NULL) EXECUTE FUNCTION refuse_internal_outside();
