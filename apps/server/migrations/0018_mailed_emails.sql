CREATE TABLE "mailed_emails" (
	"broadcast_id" integer PRIMARY KEY NOT NULL,
	"sec_comm_id" integer NOT NULL,
	"recipients" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mailed_emails_comm" ON "mailed_emails" USING btree ("sec_comm_id");--> statement-breakpoint
INSERT INTO "mailed_emails" ("broadcast_id", "sec_comm_id", "recipients")
SELECT b."broadcast_id", e."sec_comm_id", b."recipients" FROM "broadcasts" b JOIN "security_emails" e ON e."id" = b."security_email_id";
