CREATE TABLE "broadcasts" (
	"broadcast_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "broadcasts_broadcast_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"incident_id" integer,
	"message_id" integer,
	"message_type" text NOT NULL,
	"audience" text NOT NULL,
	"contents" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"delivery_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"broadcast_id" integer NOT NULL,
	"subscriber_id" integer,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"company_id" integer,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"worker" text,
	"response" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"event" text NOT NULL,
	"response" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"subscriber_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscribers_subscriber_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"company_id" integer,
	"uuid" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscribers_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"subscriber_id" integer NOT NULL,
	"category" text NOT NULL,
	"services" text[] DEFAULT '{}' NOT NULL,
	"data_centers" text[] DEFAULT '{}' NOT NULL,
	"alert_types" integer[] DEFAULT '{}' NOT NULL,
	"notification_types" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "subscriptions_subscriber_id_category_pk" PRIMARY KEY("subscriber_id","category")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_endpoint_key_pk" PRIMARY KEY("caller","endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "alert_types" (
	"alert_type_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_types_alert_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"priority_type" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"email_fields" jsonb NOT NULL,
	CONSTRAINT "alert_types_name" UNIQUE("priority_type","name")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"pkey" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "templates_pkey_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"template_type" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"message_type" text,
	"affected_service" text,
	"notification_type" text,
	"created_by" text NOT NULL,
	"created_date" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incident_messages" ADD COLUMN "particulars" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_messages" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_messages" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "incident_messages" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_incident_id_incidents_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("incident_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_message_id_incident_messages_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."incident_messages"("message_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_broadcast_id_broadcasts_broadcast_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("broadcast_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_subscriber_id_subscribers_subscriber_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("subscriber_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_delivery_id_deliveries_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_subscriber_id_subscribers_subscriber_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("subscriber_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_types" ADD CONSTRAINT "alert_types_priority_type_priorities_priority_type_fk" FOREIGN KEY ("priority_type") REFERENCES "public"."priorities"("priority_type") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcasts_reference" ON "broadcasts" USING btree ("reference","created_at");--> statement-breakpoint
CREATE INDEX "broadcasts_incident" ON "broadcasts" USING btree ("incident_id");--> statement-breakpoint
CREATE INDEX "broadcasts_message" ON "broadcasts" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "broadcasts_created" ON "broadcasts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_recipient" ON "deliveries" USING btree ("broadcast_id",lower("email"));--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at","delivery_id") WHERE "deliveries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_state" ON "deliveries" USING btree ("broadcast_id","state");--> statement-breakpoint
CREATE INDEX "deliveries_email" ON "deliveries" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "deliveries_company" ON "deliveries" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_events_delivery" ON "delivery_events" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_email" ON "subscribers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "subscribers_company" ON "subscribers" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "subscriptions_category" ON "subscriptions" USING btree ("category","subscriber_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "templates_type" ON "templates" USING btree ("template_type","title");