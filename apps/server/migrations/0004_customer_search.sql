-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "companies_name_start" ON "companies" USING btree ((lower("name")) collate "C","company_id");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "companies_code_start" ON "companies" USING btree ((lower("entity_code")) collate "C");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "companies_id_start" ON "companies" USING btree (("company_id"::text) collate "C");--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "companies_name_trigrams" ON "companies" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
CREATE INDEX "companies_name_grams" ON "companies" USING gin (text_grams(lower("name")));