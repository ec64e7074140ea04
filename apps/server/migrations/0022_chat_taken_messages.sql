CREATE TABLE "chat_taken_messages" (
	"chat" text NOT NULL,
	"team" text NOT NULL,
	"channel" text NOT NULL,
	"ts" text NOT NULL,
	"attempt" text NOT NULL,
	"message_id" integer,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_taken_messages_chat_team_channel_ts_pk" PRIMARY KEY("chat","team","channel","ts")
);
--> statement-breakpoint
ALTER TABLE "chat_taken_messages" ADD CONSTRAINT "chat_taken_messages_message_id_incident_messages_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."incident_messages"("message_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_taken_messages_message" ON "chat_taken_messages" USING btree ("message_id");