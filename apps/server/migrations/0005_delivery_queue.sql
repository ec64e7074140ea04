CREATE TABLE "delivery_queue" (
	"delivery_id" bigint PRIMARY KEY NOT NULL,
	"broadcast_id" integer NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone,
	"worker" text
);
--> statement-breakpoint
DROP INDEX "deliveries_due";--> statement-breakpoint
DROP INDEX "deliveries_state";--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "recipients" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_delivery_id_deliveries_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_queue_due" ON "delivery_queue" USING btree ("due_at","delivery_id");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
ALTER TABLE "deliveries" DROP COLUMN "due_at";--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
ALTER TABLE "deliveries" DROP COLUMN "worker";--> statement-breakpoint
ALTER TABLE "deliveries" SET (fillfactor = 80);