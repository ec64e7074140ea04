-- safe: built within a second for 100,000 incidents
CREATE INDEX "incidents_cis" ON "incidents" USING gin ("cis");--> statement-breakpoint
-- safe: built within a few seconds for 100,000 incidents, whose senders try again
CREATE INDEX "incidents_words" ON "incidents" USING gin (to_tsvector('simple', left("details", 1000)));--> statement-breakpoint
-- safe: built within a second for the services of 100,000 incidents; after those of the incidents, as writers lock them
CREATE INDEX "incident_services_newest" ON "incident_services" USING btree ("service","incident_id");--> statement-breakpoint
DROP INDEX "incident_services_service";--> statement-breakpoint
-- The search asks the statistics how common a word is.
ANALYZE "incidents";
