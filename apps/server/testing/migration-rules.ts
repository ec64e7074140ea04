/**
 * What a migration may do while processes of the previous version use the database (ADR 29). A statement that
 * breaks a rule needs a line `-- safe: why` directly before it, with a verifiable reason.
 */
type Rule = { name: string; breaks: (statement: string, isNew: (table: string) => boolean) => boolean }

const NAME = '(?:only\\s+)?(?:"?public"?\\.)?"?([a-z_0-9]+)"?'
const altered = new RegExp(`^alter table (?:if exists )?${NAME}`)
const indexed = new RegExp(`^create (?:unique )?index .*? on ${NAME}`)
const created = new RegExp(`^create table (?:if not exists )?${NAME}`)

const VOLATILE = /default[^,]*\b(nextval|gen_random_uuid|random|clock_timestamp)\b/

const onOldTable =
  (pattern: RegExp): Rule['breaks'] =>
  (statement, isNew) => {
    const table = altered.exec(statement)?.[1]
    return table !== undefined && !isNew(table) && pattern.test(statement)
  }

const RULES: readonly Rule[] = [
  {
    name: 'the version before still uses what is dropped',
    breaks: (statement, isNew) =>
      /^drop (table|view|function|trigger|sequence|type|schema)\b/.test(statement) ||
      onOldTable(/ drop (column|default) /)(statement, isNew),
  },
  {
    name: 'the version before knows the old name',
    breaks: (statement) => / rename (to|column|constraint) /.test(statement),
  },
  {
    name: 'another type rewrites the table, and the version before reads the old one',
    breaks: onOldTable(/ alter column .* type /),
  },
  {
    name: 'the version before writes rows without it',
    breaks: (statement, isNew) =>
      onOldTable(/ set not null/)(statement, isNew) ||
      (onOldTable(/ add column .* not null/)(statement, isNew) && !/ default | generated /.test(statement)),
  },
  {
    name: 'a default that differs from row to row rewrites the table while nobody can use it',
    breaks: (statement, isNew) => onOldTable(/ add column /)(statement, isNew) && VOLATILE.test(statement),
  },
  {
    name: 'the rows are checked while nobody can write; say NOT VALID first, or why this is short',
    breaks: (statement, isNew) =>
      onOldTable(/ add (constraint .*)?(foreign key|check|unique|primary key|exclude)/)(statement, isNew) &&
      !/ not valid/.test(statement),
  },
  {
    name: 'nobody can write to the table until its index is built',
    breaks: (statement, isNew) => {
      const table = indexed.exec(statement)?.[1]
      return table !== undefined && !isNew(table)
    },
  },
]

const withoutComments = (statement: string): string => statement.replaceAll(/--[^\n]*/g, ' ')
const plain = (statement: string): string =>
  withoutComments(statement).replaceAll(/\s+/g, ' ').trim().toLowerCase()

const SAFE = /^\s*-- safe: (\S.{19,})$/m

/** Statements that break a rule without a stated reason, each with the rule. */
export function findUnsafe(migration: string): string[] {
  // Split like drizzle's migrator; a part may contain several statements.
  const parts = migration.split('--> statement-breakpoint')
  const tables = new Set<string>()
  for (const part of parts)
    for (const statement of withoutComments(part).split(';')) {
      const table = created.exec(plain(statement))?.[1]
      if (table) tables.add(table)
    }
  const isNew = (table: string) => tables.has(table)
  return parts
    .filter((part) => !SAFE.test(part))
    .flatMap((part) => statementsIn(part))
    .flatMap((statement) =>
      RULES.filter(({ breaks }) => breaks(statement, isNew)).map(
        ({ name }) => `${statement.slice(0, 120)}: ${name}`,
      ),
    )
}

/** A function body is a string literal, so statements in it are not part of the migration. */
function statementsIn(part: string): string[] {
  const withoutBodies = part.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  return withoutComments(withoutBodies).split(';').map(plain).filter(Boolean)
}
