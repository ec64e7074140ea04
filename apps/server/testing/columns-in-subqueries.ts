import { Column, is, SQL, StringChunk } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

/** A part of drizzle's dialect that its types hide. */
type Selecting = {
  buildSelection: (fields: { field: unknown }[], options?: { isSingleTable?: boolean }) => SQL
  refusesBareColumns?: true
}

const isBare = (field: unknown): boolean => {
  const query = is(field, SQL.Aliased) ? field.sql : field
  if (!is(query, SQL)) return false
  const text = query.queryChunks.flatMap((chunk) => (is(chunk, StringChunk) ? chunk.value : [])).join(' ')
  return /\bselect\b/i.test(text) && query.queryChunks.some((chunk) => is(chunk, Column))
}

/**
 * In a select from one table drizzle leaves out the table's name before columns, also in subqueries, where another
 * table may have a column of that name. There, tests fail on it (`docs/decisions/0050-when-a-query-is-plain-sql.md`).
 */
const dialect = PgDialect.prototype as unknown as Selecting
if (!dialect.refusesBareColumns) {
  const build = dialect.buildSelection
  dialect.refusesBareColumns = true
  dialect.buildSelection = function (fields, options) {
    if (options?.isSingleTable && fields.some(({ field }) => isBare(field)))
      throw new Error('A column in a subquery stands without its table')
    return build.call(this, fields, options)
  }
}
