//! The tables of a database with a row each, and everything that another program could do to that row.

use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use crate::common::Desk;

/// What is done to a row when it is not one of its columns that is changed.
pub const DELETED: &str = "a deleted row";

/// A change by plain SQL.
pub struct Change<'a> {
    pub desk: &'a Desk,
    pub table: String,
    pub what: String,
    pub sql: String,
    /// The case that the row belongs to.
    pub case: Option<String>,
}

/// A column of a table.
struct Column {
    name: String,
    sort: String,
    /// Its place in the primary key, from 1; 0: none.
    key: i64,
}

/// A table with a row that is changed.
pub struct Table {
    pub name: String,
    columns: Vec<Column>,
    /// The last column of each of its keys: a row with others in these is another row. (A row may stand twice beside a partial index
    /// of one column: what that is about is over.)
    keys: Vec<String>,
    /// The row; `None` where there is none.
    pub row: Option<String>,
    /// The case that the row belongs to.
    case: Option<String>,
    /// Whether a row beside it would belong to that case, too.
    beside_is_of_the_case: bool,
}

/// The texts that a query reads.
pub async fn texts(connection: &mut SqliteConnection, sql: String) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(connection).await.unwrap()
}

/// The rows of a table that belong to a case, followed along every foreign key; `None` where they lead to no case.
async fn of_case(connection: &mut SqliteConnection, table: &str, case: &str) -> Option<String> {
    match table {
        "cases" => return Some(format!("id = '{case}'")),
        "runs" => return Some(format!("subject = '{case}'")),
        _ => {}
    }
    let sql = format!("SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list('{table}')");
    let keys = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *connection).await.unwrap();
    let mut ways = Vec::new();
    for key in keys.iter().filter(|key| key.get::<&str, _>(1) != table) {
        let (from, parent, to): (&str, &str, &str) = (key.get(0), key.get(1), key.get(2));
        if let Some(condition) = Box::pin(of_case(connection, parent, case)).await {
            ways.push(format!("{from} IN (SELECT {to} FROM {parent} WHERE {condition})"));
        }
    }
    (!ways.is_empty()).then(|| ways.join(" OR "))
}

impl Table {
    /// Reads a table, with a row of one of these cases where its rows belong to cases.
    pub async fn read(connection: &mut SqliteConnection, name: String, cases: &[String]) -> Self {
        let sql = format!("SELECT name, type, pk FROM pragma_table_info('{name}')");
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *connection).await.unwrap();
        let columns: Vec<Column> = rows
            .iter()
            .map(|row| Column { name: row.get(0), sort: row.get(1), key: row.get(2) })
            .collect();
        let index = "SELECT i.name FROM pragma_index_list(";
        let keys = format!(
            "{index}'{name}') l JOIN pragma_index_info(l.name) i WHERE l.\"unique\" = 1 \
             AND (l.partial = 0 OR i.seqno > 0) AND i.seqno = (SELECT MAX(seqno) FROM pragma_index_info(l.name))"
        );
        let mut keys = texts(connection, keys).await;
        let mut primary: Vec<&Column> = columns.iter().filter(|it| it.key > 0).collect();
        primary.sort_by_key(|it| it.key);
        keys.extend(primary.last().map(|it| it.name.clone()));
        let known_by = match primary.is_empty() {
            true => "'rowid = ' || rowid".to_owned(),
            false => {
                let equal = |it: &&Column| format!("'{0} = ' || quote({0})", it.name);
                primary.iter().map(equal).collect::<Vec<_>>().join(" || ' AND ' || ")
            }
        };
        let last: Vec<String> = primary.iter().map(|it| format!("{} DESC", it.name)).collect();
        let last = if last.is_empty() { "rowid DESC".to_owned() } else { last.join(", ") };
        let beside_is_of_the_case = false;
        let mut table = Self { name, columns, keys, row: None, case: None, beside_is_of_the_case };
        for case in cases {
            let condition = of_case(connection, &table.name, case).await;
            table.case = condition.is_some().then(|| case.clone());
            let condition = condition.as_deref().unwrap_or("1");
            let found = format!("FROM {} WHERE {condition} ORDER BY {last} LIMIT 1", table.name);
            table.row = texts(connection, format!("SELECT {known_by} {found}")).await.pop();
            if let Some(row) = &table.row {
                let beside = format!("SELECT 'x' FROM ({}) WHERE {condition}", table.beside(row));
                table.beside_is_of_the_case = !texts(connection, beside).await.is_empty();
                break;
            }
        }
        table
    }

    /// Reads a row like its own with other keys.
    fn beside(&self, row: &str) -> String {
        let value = |it: &Column| match self.keys.contains(&it.name) {
            true => format!("{} AS {}", it.other(), it.name),
            false => it.name.clone(),
        };
        let values: Vec<String> = self.columns.iter().map(value).collect();
        format!("SELECT {} FROM {} WHERE {row}", values.join(", "), self.name)
    }

    /// Every change of its row: each column, the row deleted, another one beside it.
    pub fn changes<'a>(&self, desk: &'a Desk, row: &str) -> Vec<Change<'a>> {
        let name = &self.name;
        let change = |what: String, sql: String| {
            let (table, case) = (name.clone(), self.case.clone());
            Change { desk, table, what, sql, case }
        };
        let column = |it: &Column| {
            let sql = format!("UPDATE {name} SET {} = {} WHERE {row}", it.name, it.other());
            change(it.name.clone(), sql)
        };
        let added = format!("INSERT INTO {name} {}", self.beside(row));
        let mut changes: Vec<Change<'a>> = self.columns.iter().map(column).collect();
        changes.push(change(DELETED.into(), format!("DELETE FROM {name} WHERE {row}")));
        let added = change("an added row".into(), added);
        let case = added.case.clone().filter(|_| self.beside_is_of_the_case);
        changes.push(Change { case, ..added });
        changes
    }
}

impl Column {
    /// An expression for another value than it has.
    fn other(&self) -> String {
        let (name, none) = (&self.name, if self.sort == "TEXT" { "'x'" } else { "1" });
        let none = if self.sort == "BLOB" { "x'01'" } else { none };
        format!(
            "CASE typeof({name}) WHEN 'null' THEN {none} WHEN 'integer' THEN {name} + 1000003 \
             WHEN 'real' THEN {name} / 2 + 0.01 WHEN 'blob' THEN zeroblob(length({name}) + 1) \
             ELSE {name} || 'x' END"
        )
    }
}
