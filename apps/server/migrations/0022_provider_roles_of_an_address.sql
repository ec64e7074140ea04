-- The version before knows nothing of provider_roles: whoever gives somebody another address, what the groups of the old one gave ends.
CREATE FUNCTION end_provider_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM provider_roles WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER provider_roles AFTER UPDATE OF email ON users FOR EACH ROW
WHEN (lower(OLD.email) <> lower(NEW.email)) EXECUTE FUNCTION end_provider_roles();
