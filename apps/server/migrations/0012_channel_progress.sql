ALTER TABLE "channel_events" ADD COLUMN "broadcast_id" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "owner_mailed_at" timestamp with time zone;--> statement-breakpoint
-- safe: the column is new, so its index is built in one quick pass
CREATE INDEX "channel_events_broadcast" ON "channel_events" USING btree ("broadcast_id");--> statement-breakpoint
-- safe: channels came with the migration before, so the table is small
CREATE INDEX "channel_events_reference" ON "channel_events" USING btree (lower("reference"),"event_id");--> statement-breakpoint
-- by hand
UPDATE channel_events e SET broadcast_id = b.broadcast_id FROM broadcasts b
WHERE e.created_at = b.created_at AND e.type IN ('message.published', 'message.corrected', 'notification.published')
  AND (e.message_id = b.message_id OR e.notification_id = b.notification_id);
