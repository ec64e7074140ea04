ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_broadcast_id_broadcasts_broadcast_id_fk";
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_subscriber_id_subscribers_subscriber_id_fk";
--> statement-breakpoint
ALTER TABLE "delivery_queue" DROP CONSTRAINT "delivery_queue_delivery_id_deliveries_delivery_id_fk";
