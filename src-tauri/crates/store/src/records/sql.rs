//! SQL built from the catalogue: queries that read the groups of a table, and triggers that note which
//! groups a statement changes.

use super::catalogue::{Kind, Table};

/// The groups that a query returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Selection {
    /// All groups of the kind.
    All,
    /// The groups listed under the name of the kind in a JSON object of arrays, bound as the first parameter.
    Listed,
    /// The groups in the connection's list of touched groups.
    Touched,
}

impl Kind {
    /// The queries of its tables, see [`Table::query`]. `at` is the number by which the reader recognises
    /// the kind.
    pub(super) fn query(&self, at: usize, selection: Selection) -> String {
        let groups = match selection {
            Selection::All => None,
            Selection::Listed => Some(format!("json_each(?1, '$.{}')", self.name)),
            Selection::Touched => Some(format!(
                "(SELECT grp AS value FROM temp.touched WHERE kind = '{}')",
                self.name
            )),
        };
        let tables = self.tables.iter().enumerate();
        let queries = tables.map(|(part, table)| table.query(groups.as_deref(), at, part));
        queries.collect::<Vec<_>>().join(" UNION ALL ")
    }

    /// Query of the groups that belong to the runs selected by another query.
    pub fn groups_of_runs(&self, runs: &str) -> String {
        let group = |table: &Table| {
            let group = table.group.replace("{r}", "t");
            format!("SELECT {group} FROM {} t WHERE t.run_id IN ({runs})", table.name)
        };
        self.tables.iter().map(group).collect::<Vec<_>>().join(" UNION ")
    }
}

impl Table {
    /// Query that returns each group as one row: `grp`, the number of `rows` and their canonical `body`,
    /// with the numbers `kind` and `part`. With `groups`, a table with the column `value`, limited to the
    /// groups in it.
    ///
    /// The body concatenates every bound value, rows by `order` and columns as listed: the length in
    /// bytes, a colon and the text, or `-` for NULL. No two lists of values have the same body.
    fn query(&self, groups: Option<&str>, kind: usize, part: usize) -> String {
        let (join, group) = match self.joined {
            Some((join, group)) => (join, group.to_owned()),
            None => ("", self.group.replace("{r}", "t")),
        };
        // One call of `concat` copies each value once; a chain of `||` copies a long one at every link.
        let value =
            |column: &str| format!("COALESCE(octet_length(t.{column}) || ':', '-'), t.{column}");
        let row = format!("concat({})", self.columns().map(value).collect::<Vec<_>>().join(", "));
        let narrowed = self.narrowed.map(|condition| format!("{condition} AND "));
        let only = groups.map_or_else(String::new, |groups| {
            let narrowed = narrowed.unwrap_or_default();
            format!("WHERE {narrowed}{group} IN (SELECT value FROM json_each(?1))")
                .replace("json_each(?1)", groups)
        });
        format!(
            "SELECT {kind} AS kind, {part} AS part, {group} AS grp, COUNT(*) AS rows, \
             CAST(group_concat({row}, '' ORDER BY {}) AS BLOB) AS body \
             FROM {} t {join} {only} GROUP BY {group}",
            self.order, self.name
        )
    }

    /// Triggers of one connection that note in the temporary table `touched` which groups a statement
    /// changes, and whether it did more than add rows to them.
    pub fn triggers(&self, kind: &str) -> String {
        let name = self.name;
        let note = |row: &str, changed: u8| {
            let group = self.group.replace("{r}", row);
            format!("INSERT INTO touched VALUES ('{kind}', {group}, {changed});")
        };
        let differs = |column: &str| format!("OLD.{column} IS NOT NEW.{column}");
        let differs = self.columns().map(differs).collect::<Vec<_>>().join(" OR ");
        format!(
            "CREATE TEMP TRIGGER touch_{name}_1 AFTER INSERT ON main.{name} BEGIN {} END;\n\
             CREATE TEMP TRIGGER touch_{name}_2 AFTER DELETE ON main.{name} BEGIN {} END;\n\
             CREATE TEMP TRIGGER touch_{name}_3 AFTER UPDATE ON main.{name} WHEN {differs} \
             BEGIN {} {} END;\n",
            note("NEW", 0),
            note("OLD", 1),
            note("OLD", 1),
            note("NEW", 1),
        )
    }
}
