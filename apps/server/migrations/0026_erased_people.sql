CREATE TABLE "erased_people" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erased_people_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ADD COLUMN "address_salts" text[];--> statement-breakpoint
-- E-mail addresses in the texts of audit rows: group 1 is an escape of JSON, whose letters belong to no address.
-- Must find what features/audit/chain/addresses.ts finds, and never change: seals depend on it.
CREATE FUNCTION audit_address_pattern() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '(\\(?:u[0-9a-f]{4}|.))|([A-Za-z0-9!#$%&''*+/=?^_`{|}~.\-\u00C0-\u1FFF]{1,64}@[A-Za-z0-9\-\u00C0-\u1FFF]+(?:\.[A-Za-z0-9\-\u00C0-\u1FFF]+)+)'
$$;
--> statement-breakpoint
CREATE FUNCTION audit_addresses(t text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(part[2] ORDER BY place) FILTER (WHERE part[2] IS NOT NULL), '{}')
  FROM regexp_matches(t, audit_address_pattern(), 'g') WITH ORDINALITY AS found (part, place)
$$;
--> statement-breakpoint
-- The text without its addresses, with a mark where each was
CREATE FUNCTION audit_rest(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(t, audit_address_pattern(), E'\\1\x01', 'g')
$$;
--> statement-breakpoint
-- As before, but a sealed row may replace addresses by the pseudonym of a person whom this transaction erases. The salts of
-- these addresses give way to the digests that the seal covers, so the replacement can neither be undone nor hidden.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  salts text[];
  addresses text[];
  replaced text[];
BEGIN
  IF tg_op = 'DELETE' THEN
    IF EXISTS (
      SELECT FROM audit_seals seal
      JOIN audit_archives archive ON seal.seal_no BETWEEN archive.from_seal AND archive.to_seal
      WHERE seal.pkey = old.pkey
    ) THEN RETURN old; END IF;
  END IF;
  IF tg_op = 'UPDATE' THEN
    IF (new.pkey, new.application_name, new.action_name, new.created_date)
        IS NOT DISTINCT FROM (old.pkey, old.application_name, old.action_name, old.created_date)
      AND audit_rest(new.user_email) = audit_rest(old.user_email)
      AND audit_rest(new.context::text) IS NOT DISTINCT FROM audit_rest(old.context::text)
    THEN
      SELECT seal.address_salts INTO salts FROM audit_seals seal WHERE seal.pkey = old.pkey FOR UPDATE;
      addresses := audit_addresses(old.user_email) || audit_addresses(coalesce(old.context::text, ''));
      replaced := audit_addresses(new.user_email) || audit_addresses(coalesce(new.context::text, ''));
      IF salts IS NOT NULL AND cardinality(salts) = cardinality(addresses) AND cardinality(replaced) = cardinality(addresses) THEN
        FOR place IN 1 .. cardinality(addresses) LOOP
          CONTINUE WHEN replaced[place] = addresses[place];
          IF salts[place] LIKE 'erased:%' OR NOT EXISTS (
            SELECT FROM erased_people person
            WHERE 'erased-' || person.number || '@erased.invalid' = replaced[place]
              AND person.xmin = pg_current_xact_id()::xid
          ) THEN RAISE EXCEPTION 'the audit log is append-only'; END IF;
          salts[place] := 'erased:' || translate(
            rtrim(encode(sha256(convert_to(salts[place] || addresses[place], 'UTF8')), 'base64'), '='), '+/', '-_');
        END LOOP;
        UPDATE audit_seals seal SET address_salts = salts WHERE seal.pkey = old.pkey;
        RETURN new;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
