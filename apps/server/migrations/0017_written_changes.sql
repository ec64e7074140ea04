-- Moves on with every statement that writes changes, whoever sends it, while it holds its lock on them: so what was read
-- of them is still so while it stands where it stood, if nobody was writing when it was read.
CREATE SEQUENCE changes_written;
--> statement-breakpoint
CREATE FUNCTION note_written_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM nextval('changes_written');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_written AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON changes
FOR EACH STATEMENT EXECUTE FUNCTION note_written_changes();
