-- A court's place in every list, 1 first.
ALTER TABLE court ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
UPDATE court SET position = id;
