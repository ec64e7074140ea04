CREATE TABLE "changes_per_day" (
	"change_type" text NOT NULL,
	"mark_id" integer NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "changes_per_day_change_type_mark_id_day_pk" PRIMARY KEY("change_type","mark_id","day")
);
--> statement-breakpoint
CREATE TABLE "changes_per_hour" (
	"change_type" text NOT NULL,
	"mark_id" integer NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "changes_per_hour_change_type_mark_id_hour_pk" PRIMARY KEY("change_type","mark_id","hour")
);
--> statement-breakpoint
CREATE TABLE "changes_per_hour_deltas" (
	"change_type" text NOT NULL,
	"mark_id" integer NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes_per_hour_progress" (
	"counted_from" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changes_per_hour_deltas_hour" ON "changes_per_hour_deltas" USING btree ("change_type","mark_id","hour");--> statement-breakpoint
-- Changes that exist already are counted in the background; from here on the triggers note each write. A trigger is created only
-- while nobody writes, so no write is missed between the two.
CREATE FUNCTION count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO changes_per_hour_deltas (change_type, mark_id, hour, count)
      SELECT change_type, 0, change_hour(effective_at), count(*) FROM rows_after GROUP BY 1, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO changes_per_hour_deltas (change_type, mark_id, hour, count)
      SELECT change_type, 0, change_hour(effective_at), -count(*) FROM rows_before GROUP BY 1, 3;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO changes_per_hour_deltas (change_type, mark_id, hour, count)
      SELECT change_type, 0, change_hour(effective_at), sum(difference)
      FROM (
        SELECT change_type, effective_at, 1 AS difference FROM rows_after
        UNION ALL SELECT change_type, effective_at, -1 FROM rows_before
      ) differences GROUP BY 1, 3 HAVING sum(difference) <> 0;
  ELSE
    DELETE FROM changes_per_hour_deltas WHERE mark_id = 0;
    DELETE FROM changes_per_hour WHERE mark_id = 0;
    DELETE FROM changes_per_day WHERE mark_id = 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER changes_counted_new AFTER INSERT ON changes REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION count_changes();--> statement-breakpoint
CREATE TRIGGER changes_counted_rewritten AFTER UPDATE ON changes REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION count_changes();--> statement-breakpoint
CREATE TRIGGER changes_counted_deleted AFTER DELETE ON changes REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION count_changes();--> statement-breakpoint
CREATE TRIGGER changes_counted_truncated AFTER TRUNCATE ON changes
FOR EACH STATEMENT EXECUTE FUNCTION count_changes();--> statement-breakpoint
-- The changes of each data center and service, as the lists of the marks have them.
CREATE FUNCTION count_marked_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO changes_per_hour_deltas (change_type, mark_id, hour, count)
      SELECT change_type, mark_id, hour, n
      FROM (SELECT mark_id, change_hour(effective_at) AS hour, count(*) AS n FROM rows_after GROUP BY 1, 2) listed
      JOIN change_marks USING (mark_id) WHERE kind <> 'cis';
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO changes_per_hour_deltas (change_type, mark_id, hour, count)
      SELECT change_type, mark_id, hour, -n
      FROM (SELECT mark_id, change_hour(effective_at) AS hour, count(*) AS n FROM rows_before GROUP BY 1, 2) listed
      JOIN change_marks USING (mark_id) WHERE kind <> 'cis';
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO changes_per_hour_deltas (change_type, mark_id, hour, count)
      SELECT change_type, mark_id, hour, n
      FROM (
        SELECT mark_id, change_hour(effective_at) AS hour, sum(difference) AS n
        FROM (
          SELECT mark_id, effective_at, 1 AS difference FROM rows_after
          UNION ALL SELECT mark_id, effective_at, -1 FROM rows_before
        ) differences GROUP BY 1, 2 HAVING sum(difference) <> 0
      ) listed
      JOIN change_marks USING (mark_id) WHERE kind <> 'cis';
  ELSE
    DELETE FROM changes_per_hour_deltas WHERE mark_id <> 0;
    DELETE FROM changes_per_hour WHERE mark_id <> 0;
    DELETE FROM changes_per_day WHERE mark_id <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER marked_changes_counted_new AFTER INSERT ON marked_changes REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION count_marked_changes();--> statement-breakpoint
CREATE TRIGGER marked_changes_counted_rewritten AFTER UPDATE ON marked_changes
REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION count_marked_changes();--> statement-breakpoint
CREATE TRIGGER marked_changes_counted_deleted AFTER DELETE ON marked_changes REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION count_marked_changes();--> statement-breakpoint
CREATE TRIGGER marked_changes_counted_truncated AFTER TRUNCATE ON marked_changes
FOR EACH STATEMENT EXECUTE FUNCTION count_marked_changes();--> statement-breakpoint
INSERT INTO changes_per_hour_progress (counted_from)
  SELECT CASE WHEN EXISTS (SELECT FROM changes) OR EXISTS (SELECT FROM marked_changes)
    THEN 'infinity'::timestamptz ELSE '-infinity'::timestamptz END;
