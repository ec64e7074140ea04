DROP INDEX "broadcasts_reference";--> statement-breakpoint
DROP INDEX "deliveries_email";--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "broadcasts_reference" ON "broadcasts" USING btree (lower("reference"),"created_at");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "deliveries_email" ON "deliveries" USING btree (lower("email") text_pattern_ops);