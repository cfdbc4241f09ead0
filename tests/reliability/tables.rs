//! Reads the tables of a database with a row each, and generates every change that another program
//! could make to the row.

use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use crate::common::Desk;

/// Name of the change that deletes the row.
pub const DELETED: &str = "a deleted row";

/// A change by plain SQL.
pub struct Change<'a> {
    pub desk: &'a Desk,
    pub table: String,
    pub label: String,
    pub sql: String,
    /// Case that the row belongs to.
    pub case: Option<String>,
}

/// A column of a table.
struct Column {
    name: String,
    kind: String,
    /// Position in the primary key, from 1; 0 if it is not part of it.
    key: i64,
}

/// A table with the row to change.
pub struct Table {
    pub name: String,
    columns: Vec<Column>,
    /// The last column of each unique key: a row with other values there is another row. Partial
    /// indexes of a single column are left out, because a second row beside them is allowed.
    keys: Vec<String>,
    /// SQL condition of the row; `None` if the table is empty.
    pub row: Option<String>,
    /// Case that the row belongs to.
    case: Option<String>,
    /// Whether an added row would belong to that case too.
    beside_is_of_the_case: bool,
}

/// Returns the texts that a query selects.
pub async fn texts(connection: &mut SqliteConnection, sql: String) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(connection).await.unwrap()
}

/// Returns the SQL condition for the rows of a table that belong to a case, along every foreign
/// key; `None` if no key leads to a case.
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
    /// Reads a table and one of its rows; if its rows belong to cases, a row of one of `cases`.
    pub async fn read(connection: &mut SqliteConnection, name: String, cases: &[String]) -> Self {
        let sql = format!("SELECT name, type, pk FROM pragma_table_info('{name}')");
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *connection).await.unwrap();
        let columns: Vec<Column> = rows
            .iter()
            .map(|row| Column { name: row.get(0), kind: row.get(1), key: row.get(2) })
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

    /// Returns a query for a row like `row` with other keys.
    fn beside(&self, row: &str) -> String {
        let value = |column: &Column| match self.keys.contains(&column.name) {
            true => format!("{} AS {}", column.other(), column.name),
            false => column.name.clone(),
        };
        let values: Vec<String> = self.columns.iter().map(value).collect();
        format!("SELECT {} FROM {} WHERE {row}", values.join(", "), self.name)
    }

    /// Returns every change of the row: each column, the deleted row, and an added row.
    pub fn changes<'a>(&self, desk: &'a Desk, row: &str) -> Vec<Change<'a>> {
        let name = &self.name;
        let change = |label: String, sql: String| {
            let (table, case) = (name.clone(), self.case.clone());
            Change { desk, table, label, sql, case }
        };
        let column = |target: &Column| {
            let sql = format!("UPDATE {name} SET {} = {} WHERE {row}", target.name, target.other());
            change(target.name.clone(), sql)
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
    /// Returns an SQL expression for a value that differs from the present one.
    fn other(&self) -> String {
        let (name, none) = (&self.name, if self.kind == "TEXT" { "'x'" } else { "1" });
        let none = if self.kind == "BLOB" { "x'01'" } else { none };
        format!(
            "CASE typeof({name}) WHEN 'null' THEN {none} WHEN 'integer' THEN {name} + 1000003 \
             WHEN 'real' THEN {name} / 2 + 0.01 WHEN 'blob' THEN zeroblob(length({name}) + 1) \
             ELSE {name} || 'x' END"
        )
    }
}
