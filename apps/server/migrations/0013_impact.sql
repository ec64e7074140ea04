CREATE SEQUENCE "public"."company_numbers" INCREMENT BY 1 MINVALUE 0 MAXVALUE 9223372036854775807 START WITH 0 CACHE 1;--> statement-breakpoint
CREATE TABLE "ci_companies" (
	"ci_id" integer NOT NULL,
	"block" integer NOT NULL,
	"companies" bit(4096) NOT NULL,
	CONSTRAINT "ci_companies_ci_id_block_pk" PRIMARY KEY("ci_id","block")
);
--> statement-breakpoint
CREATE TABLE "ci_data_centers" (
	"ci_id" integer NOT NULL,
	"data_center" text NOT NULL,
	CONSTRAINT "ci_data_centers_ci_id_data_center_pk" PRIMARY KEY("ci_id","data_center")
);
--> statement-breakpoint
CREATE TABLE "ci_services" (
	"ci_id" integer NOT NULL,
	"service" text NOT NULL,
	CONSTRAINT "ci_services_ci_id_service_pk" PRIMARY KEY("ci_id","service")
);
--> statement-breakpoint
CREATE TABLE "cis" (
	"ci_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cis_ci_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "cis_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "data_center_companies" (
	"data_center" text NOT NULL,
	"block" integer NOT NULL,
	"companies" bit(4096) NOT NULL,
	CONSTRAINT "data_center_companies_data_center_block_pk" PRIMARY KEY("data_center","block")
);
--> statement-breakpoint
CREATE TABLE "service_companies" (
	"service" text NOT NULL,
	"block" integer NOT NULL,
	"companies" bit(4096) NOT NULL,
	CONSTRAINT "service_companies_service_block_pk" PRIMARY KEY("service","block")
);
--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
ALTER TABLE "companies" ADD COLUMN "number" integer DEFAULT nextval('company_numbers') NOT NULL;--> statement-breakpoint
ALTER TABLE "ci_companies" ADD CONSTRAINT "ci_companies_ci_id_cis_ci_id_fk" FOREIGN KEY ("ci_id") REFERENCES "public"."cis"("ci_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ci_data_centers" ADD CONSTRAINT "ci_data_centers_ci_id_cis_ci_id_fk" FOREIGN KEY ("ci_id") REFERENCES "public"."cis"("ci_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ci_data_centers" ADD CONSTRAINT "ci_data_centers_data_center_data_centers_system_name_fk" FOREIGN KEY ("data_center") REFERENCES "public"."data_centers"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ci_services" ADD CONSTRAINT "ci_services_ci_id_cis_ci_id_fk" FOREIGN KEY ("ci_id") REFERENCES "public"."cis"("ci_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ci_services" ADD CONSTRAINT "ci_services_service_services_system_name_fk" FOREIGN KEY ("service") REFERENCES "public"."services"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_companies" ADD CONSTRAINT "service_companies_service_services_system_name_fk" FOREIGN KEY ("service") REFERENCES "public"."services"("system_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ci_data_centers_data_center" ON "ci_data_centers" USING btree ("data_center");--> statement-breakpoint
CREATE INDEX "ci_services_service" ON "ci_services" USING btree ("service");--> statement-breakpoint
CREATE INDEX "cis_category" ON "cis" USING btree ("category","name");--> statement-breakpoint
CREATE INDEX "cis_name_trigrams" ON "cis" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
-- safe: older than the first release, no released version ever ran beside it
ALTER TABLE "companies" ADD CONSTRAINT "companies_number_unique" UNIQUE("number");--> statement-breakpoint
-- Sets of companies in blocks of 4096: a block with one company in it, and the numbers of the companies of a block.
CREATE FUNCTION company_bit(number integer) RETURNS bit LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN set_bit(B''::bit(4096), number % 4096, 1);
--> statement-breakpoint
CREATE FUNCTION company_numbers_in(block integer, companies bit) RETURNS SETOF integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT block * 4096 + place FROM generate_series(0, 4095) place WHERE get_bit(companies, place) = 1;
END;
--> statement-breakpoint
-- The companies of each data center follow the companies, whoever writes these; those of none are under an empty name.
CREATE FUNCTION keep_new_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO data_center_companies AS kept (data_center, block, companies)
    SELECT coalesce(data_center, ''), number / 4096, bit_or(company_bit(number)) FROM companies_after GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (data_center, block) DO UPDATE SET companies = kept.companies | excluded.companies;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_moved_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE data_center_companies kept SET companies = kept.companies & ~gone.companies FROM (
    SELECT coalesce(was.data_center, '') AS data_center, was.number / 4096 AS block, bit_or(company_bit(was.number)) AS companies
    FROM companies_before was JOIN companies_after moved USING (company_id)
    WHERE was.data_center IS DISTINCT FROM moved.data_center GROUP BY 1, 2
  ) gone WHERE kept.data_center = gone.data_center AND kept.block = gone.block;
  INSERT INTO data_center_companies AS kept (data_center, block, companies)
    SELECT coalesce(moved.data_center, ''), moved.number / 4096, bit_or(company_bit(moved.number))
    FROM companies_before was JOIN companies_after moved USING (company_id)
    WHERE was.data_center IS DISTINCT FROM moved.data_center GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (data_center, block) DO UPDATE SET companies = kept.companies | excluded.companies;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_gone_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE data_center_companies kept SET companies = kept.companies & ~gone.companies FROM (
    SELECT coalesce(data_center, '') AS data_center, number / 4096 AS block, bit_or(company_bit(number)) AS companies
    FROM companies_before GROUP BY 1, 2
  ) gone WHERE kept.data_center = gone.data_center AND kept.block = gone.block;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER companies_new AFTER INSERT ON companies REFERENCING NEW TABLE AS companies_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_new_companies();
--> statement-breakpoint
CREATE TRIGGER companies_moved AFTER UPDATE ON companies
REFERENCING OLD TABLE AS companies_before NEW TABLE AS companies_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_moved_companies();
--> statement-breakpoint
CREATE TRIGGER companies_gone AFTER DELETE ON companies REFERENCING OLD TABLE AS companies_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_gone_companies();
--> statement-breakpoint
INSERT INTO data_center_companies (data_center, block, companies)
SELECT coalesce(data_center, ''), number / 4096, bit_or(company_bit(number)) FROM companies GROUP BY 1, 2;
--> statement-breakpoint
-- For whoever asks in SQL: which company depends on which CI, a row each.
CREATE VIEW ci_dependencies AS
SELECT cis.name AS ci, companies.company_id
FROM ci_companies JOIN cis USING (ci_id)
CROSS JOIN LATERAL company_numbers_in(ci_companies.block, ci_companies.companies) AS number
JOIN companies USING (number);
