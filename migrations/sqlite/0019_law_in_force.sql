-- Force by article: an article may begin later than its version (조문시행일자), and go on while a later version's
-- article of the same number has not begun. What a source says of its ministry and of repeal.
ALTER TABLE documents ADD COLUMN ministry TEXT NOT NULL DEFAULT '';       -- 소관부처; several are separated by commas
ALTER TABLE documents ADD COLUMN state TEXT NOT NULL DEFAULT 'enacted';   -- enacted, repealed, lapsed, historical, repealing
ALTER TABLE documents ADD COLUMN ended_on TEXT;                           -- 폐지일자, 실효일자: the first day without it
ALTER TABLE documents ADD COLUMN repeals TEXT NOT NULL DEFAULT '';        -- what a repealing act repeals, in its words

ALTER TABLE articles ADD COLUMN effective_from TEXT;                      -- the document's, or later
ALTER TABLE articles ADD COLUMN effective_to TEXT;                        -- derived; a day before effective_from: on no day

ALTER TABLE provisions ADD COLUMN effective_from TEXT;                    -- only where it begins later than its article

UPDATE articles SET effective_from = d.effective_from, effective_to = d.effective_to
FROM documents d WHERE d.id = articles.document_id;

-- Acts that repeal are looked up with every document that is stored; the column itself lies behind the bodies.
CREATE INDEX documents_state ON documents (state);
