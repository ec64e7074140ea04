CREATE TABLE "change_letters" (
	"change_type" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"letters" bit(8192) NOT NULL,
	CONSTRAINT "change_letters_change_type_hour_pk" PRIMARY KEY("change_type","hour")
);
--> statement-breakpoint
CREATE TABLE "unread_changes" (
	"unread_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unread_changes_unread_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change_type" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"first_id" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unread_changes_time" ON "unread_changes" USING btree ("first_at","unread_id");--> statement-breakpoint
-- The whole hour that a time lies in. Counted from a time before all others: some versions round what lies before it wrongly.
CREATE FUNCTION change_hour(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin(interval '1 hour', at, timestamptz '4713-01-01 00:00:00+00 BC');
--> statement-breakpoint
-- Whoever writes changes, also an older version of the server: their letters are to be read.
CREATE FUNCTION note_new_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unread_changes (change_type, first_at, first_id, last_at, last_id)
    SELECT change_type, min(effective_at), min(change_id), max(effective_at), max(change_id)
    FROM changes_after GROUP BY change_type, change_hour(effective_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_rewritten_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unread_changes (change_type, first_at, first_id, last_at, last_id)
    SELECT now.change_type, min(now.effective_at), min(change_id), max(now.effective_at), max(change_id)
    FROM changes_before was JOIN changes_after now USING (change_id)
    WHERE (was.change_type, was.effective_at, was.search_text) IS DISTINCT FROM (now.change_type, now.effective_at, now.search_text)
    GROUP BY now.change_type, change_hour(now.effective_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_new AFTER INSERT ON changes REFERENCING NEW TABLE AS changes_after
FOR EACH STATEMENT EXECUTE FUNCTION note_new_changes();
--> statement-breakpoint
CREATE TRIGGER changes_rewritten AFTER UPDATE ON changes
REFERENCING OLD TABLE AS changes_before NEW TABLE AS changes_after
FOR EACH STATEMENT EXECUTE FUNCTION note_rewritten_changes();
--> statement-breakpoint
-- Of the changes that are there every hour is unread. From one hour to the next by the index: seconds for ten million.
INSERT INTO unread_changes (change_type, first_at, first_id, last_at, last_id)
WITH RECURSIVE hours AS (
  SELECT change_type, (SELECT change_hour(min(effective_at)) FROM changes WHERE changes.change_type = types.change_type) AS hour
  FROM (VALUES ('manual'), ('auto')) types (change_type)
  UNION ALL
  SELECT change_type, (SELECT change_hour(min(effective_at)) FROM changes
    WHERE changes.change_type = hours.change_type AND effective_at >= hours.hour + interval '1 hour')
  FROM hours WHERE hour IS NOT NULL
)
SELECT change_type, hour, 0, hour + interval '1 hour' - interval '1 microsecond', 9223372036854775807
FROM hours WHERE hour IS NOT NULL ORDER BY hour;
