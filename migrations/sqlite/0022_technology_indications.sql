-- What a technology was evaluated for, and with which result: a use that is not among them is not evaluated.
ALTER TABLE technologies ADD COLUMN indication TEXT NOT NULL DEFAULT '';          -- 사용대상
ALTER TABLE technologies ADD COLUMN standing TEXT NOT NULL DEFAULT 'recognised';  -- recognised, deferred, limited, innovative
