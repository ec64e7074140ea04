import { z } from 'zod'

/** Version of the backup format; files with a greater version are refused. */
export const FORMAT = 1

/** End-of-table marker. No row can contain it: COPY escapes backslashes. */
export const END_OF_ROWS = Buffer.from('\\.\n')

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().min(1)

/** The fields of the first line that every version of the format has. */
export const anyHeader = z.object({ aviary_backup: z.int(), version: z.string() })

export const header = anyHeader.extend({
  aviary_backup: z.literal(FORMAT),
  taken_at: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name, created_at: z.int(), hash: z.string() })).min(1),
})
export type Header = z.infer<typeof header>

/** `columns`: stored columns only; generated ones are computed again. */
const table = z.object({ schema: name, name, columns: z.array(name).min(1) })
export type Table = z.infer<typeof table>

const sequence = z.object({
  schema: name,
  name,
  last_value: z.string().regex(/^-?\d+$/),
  is_called: z.boolean(),
})
export type Sequence = z.infer<typeof sequence>

/** A file beside the database: in DATA_DIR, or an audit archive. */
const file = z.object({
  place: z.enum(['data', 'archives']),
  name: z.string().regex(/^\w[\w.-]*$/),
  size: count,
  sha256,
})
export type StoredFile = z.infer<typeof file>

const tally = z.object({ files: count, tables: count, sequences: count, rows: count })
export type Tally = z.infer<typeof tally>

/** First line of a part; the bytes of a file or the rows of a table follow. */
export const partLine = z.union([
  z.strictObject({ file }),
  z.strictObject({ table }),
  z.strictObject({ sequence }),
  z.strictObject({ end: tally.extend({ sha256 }) }),
])

/** Line that follows the rows of a table, with their count and digest. */
export const measured = z.strictObject({ rows: count, sha256 })
export type Measured = z.infer<typeof measured>

export type Part =
  | { kind: 'file'; file: StoredFile; content: AsyncIterable<Buffer> }
  | { kind: 'table'; table: Table; rows: AsyncIterable<Buffer> }
  | { kind: 'sequence'; sequence: Sequence }

/** An installation at one moment. `parts` can be iterated only once. */
export type Backup = { header: Header; parts: AsyncIterable<Part> }

export const emptyTally = (): Tally => ({ files: 0, tables: 0, sequences: 0, rows: 0 })

/** The backup file differs from what was written. */
export class DamagedBackup extends Error {
  constructor(why: string) {
    super(`The backup is damaged: ${why}. Nothing was changed; take another copy of it.`)
  }
}
