-- The version before wrote broadcasts of security emails without a line in mailed_emails: whoever writes one, it is there.
-- At the end of the statement, so that one that a version writes itself stays.
CREATE FUNCTION note_mailed_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mailed_emails (broadcast_id, sec_comm_id, recipients)
  SELECT m.broadcast_id, e.sec_comm_id, m.recipients
  FROM made m JOIN security_emails e ON e.id = m.security_email_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mailed_emails AFTER INSERT ON broadcasts REFERENCING NEW TABLE AS made
FOR EACH STATEMENT EXECUTE FUNCTION note_mailed_emails();
--> statement-breakpoint
INSERT INTO mailed_emails (broadcast_id, sec_comm_id, recipients)
SELECT b.broadcast_id, e.sec_comm_id, b.recipients FROM broadcasts b JOIN security_emails e ON e.id = b.security_email_id
ON CONFLICT DO NOTHING;
