import { z } from 'zod'

/** The number of the format. A file of a greater one is refused. */
export const FORMAT = 1

/** The line behind the rows of a table: a row never looks like it (COPY doubles its backslashes). */
export const END_OF_ROWS = Buffer.from('\\.\n')

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().min(1)

/** The first line, as every version of the format has it. */
export const anyHeader = z.object({ aviary_backup: z.int(), version: z.string() })

export const header = anyHeader.extend({
  aviary_backup: z.literal(FORMAT),
  taken_at: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name, created_at: z.int(), hash: z.string() })).min(1),
})
export type Header = z.infer<typeof header>

/** `columns`: those that are stored. What PostgreSQL computes is computed again. */
const table = z.object({ schema: name, name, columns: z.array(name).min(1) })
export type Table = z.infer<typeof table>

const sequence = z.object({
  schema: name,
  name,
  last_value: z.string().regex(/^-?\d+$/),
  is_called: z.boolean(),
})
export type Sequence = z.infer<typeof sequence>

/** A file of the installation beside the database: below DATA_DIR, or an archive of the audit log. */
const file = z.object({
  place: z.enum(['data', 'archives']),
  name: z.string().regex(/^\w[\w.-]*$/),
  size: count,
  sha256,
})
export type StoredFile = z.infer<typeof file>

const tally = z.object({ files: count, tables: count, sequences: count, rows: count })
export type Tally = z.infer<typeof tally>

/** What begins a part. A file's bytes and a table's rows follow their line. */
export const partLine = z.union([
  z.strictObject({ file }),
  z.strictObject({ table }),
  z.strictObject({ sequence }),
  z.strictObject({ end: tally.extend({ sha256 }) }),
])

/** What follows the rows of a table. */
export const measured = z.strictObject({ rows: count, sha256 })
export type Measured = z.infer<typeof measured>

export type Part =
  | { kind: 'file'; file: StoredFile; content: AsyncIterable<Buffer> }
  | { kind: 'table'; table: Table; rows: AsyncIterable<Buffer> }
  | { kind: 'sequence'; sequence: Sequence }

/** One moment of an installation. The parts can be gone through once. */
export type Backup = { header: Header; parts: AsyncIterable<Part> }

export const emptyTally = (): Tally => ({ files: 0, tables: 0, sequences: 0, rows: 0 })

/** The file is not what was written. */
export class DamagedBackup extends Error {
  constructor(why: string) {
    super(`The backup is damaged: ${why}. Nothing was changed; take another copy of it.`)
  }
}
