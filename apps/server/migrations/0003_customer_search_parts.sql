-- A trusted extension: whoever may create in the database may add it.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- Every run of one and of two characters in a text: what a search for so little is looked up by.
create function text_grams(t text) returns text[] language sql immutable strict parallel safe
return string_to_array(t, null) || array(select substr(t, i, 2) from generate_series(1, length(t) - 1) i);
