import { type Config, readConfigWith } from '../../config.ts'
import { becomeOwner } from '../../database/embedded/owner.ts'
import { runAuditVerify } from '../audit.ts'
import { type DatabaseOptions, refuseWithoutDatabase } from '../database-options.ts'
import { openProgress } from '../progress.ts'
import { withDatabaseUrl } from '../with-database.ts'
import { type Both, type Compared, compareSequences, compareTables } from './compare.ts'
import { load } from './load/load.ts'
import { analyze } from './load/queries.ts'
import type { OrderedTable } from './queries.ts'
import * as queries from './queries.ts'
import { readDatabase } from './read-database.ts'
import { summaryOf } from './restore.ts'

export type MoveOptions = DatabaseOptions & { to: string }

const IN_USE =
  'Aviary works on this database: stop it first, so that nothing is written that would stay behind. Nothing was changed.'
const NOT_EMPTY = 'The database of --to is not empty: make a new one (createdb). Nothing was changed.'

/** `aviary move --to <url>`: copies everything into an empty PostgreSQL database. Errors say what to fix. */
export async function runMove({ to, dataDir, databaseUrl }: MoveOptions): Promise<void> {
  // `to` must satisfy the rules of DATABASE_URL, because the operator uses it as DATABASE_URL after the move.
  readConfigWith({ DATABASE_URL: to })
  // DATABASE_URL may already name the new database, so it is ignored: the source is the embedded database
  // unless an option names another.
  const config = readConfigWith({
    DATABASE_URL: databaseUrl ?? '',
    ...(dataDir ? { DATA_DIR: dataDir } : {}),
  })
  refuseWithoutDatabase(config)
  await withDatabaseUrl(config, async (url) => {
    const giveBack = config.databaseUrl ? undefined : await becomeOwner(url, config.dataDir)
    try {
      await moveAll(url, to)
    } finally {
      await giveBack?.()
    }
  })
  await runAuditVerify({ databaseUrl: to, archives: config.audit.archiveDir })
  process.stdout.write(whatNow(config))
}

async function moveAll(from: string, to: string): Promise<void> {
  const both: Both = { source: await queries.connect(from), target: await queries.connect(to) }
  const progress = openProgress('')
  try {
    const backup = await readDatabase(both.source, { aloneOr: IN_USE })
    const loaded = await load(both.target, backup, {
      refusal: NOT_EMPTY,
      onRows: progress.rows,
      takeFile: () => Promise.reject(new Error('Files stay where they are')),
      check: (all) =>
        compareAll(
          both,
          all.map(({ table }) => table),
        ),
    })
    await analyze(both.target)
    process.stdout.write(`${summaryOf(loaded)} were moved, and every row is the same in both databases\n`)
  } finally {
    progress.end()
    await Promise.all([both.source.end(), both.target.end()])
  }
}

async function compareAll(both: Both, tables: OrderedTable[]): Promise<void> {
  const compared = await compareTables(both, tables)
  process.stdout.write(tableOf(compared))
  const differences = compared.flatMap(({ name, difference }) =>
    difference ? [`${name}: ${difference}`] : [],
  )
  differences.push(...(await compareSequences(both)).map((name) => `the sequence ${name}`))
  if (differences.length > 0)
    throw new Error(`Not the same in both databases:\n${differences.join('\n')}\nNothing was moved.`)
}

function tableOf(compared: readonly Compared[]): string {
  const longest = Math.max(...compared.map(({ name }) => name.length))
  const lines = compared.map(
    ({ name, rows, sha256, isSame }) =>
      `${name.padEnd(longest)} ${String(rows).padStart(12)}  ${sha256.slice(0, 16)}  ${isSame ? 'the same' : 'NOT THE SAME'}`,
  )
  return `${'table'.padEnd(longest)} ${'rows'.padStart(12)}  ${'sha-256'.padEnd(16)}  in both\n${lines.join('\n')}\n`
}

const whatNow = ({ dataDir, databaseUrl }: Config): string =>
  `Start Aviary with DATABASE_URL set to the address of --to. ${
    databaseUrl
      ? 'The old database stays as it was.'
      : `The old database in ${dataDir} stays as it was; keep the folder, other files in it are still used.`
  }\n`
