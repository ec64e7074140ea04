import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { isEmail } from '@aviary/contract/email'
import { systemClock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import {
  type Erased,
  erasePerson,
  exportPerson,
  type Found,
  findPerson,
  isAnywhere,
} from '../features/people/public.ts'
import { writeWhole } from '../process/whole-file.ts'
import { configOf, type DatabaseOptions, refuseWithoutDatabase } from './database-options.ts'
import { userOfSystem } from './user-of-system.ts'
import { withDatabase } from './with-database.ts'

type PersonOptions = DatabaseOptions & { archives?: string }
export type ExportPersonOptions = PersonOptions & { file?: string }
export type ErasePersonOptions = PersonOptions & { yes?: boolean }

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** `aviary person export <email>`: writes JSON to the file, or to standard output. */
export async function runExportPerson(
  text: string,
  { file, ...options }: ExportPersonOptions,
): Promise<void> {
  if (file !== undefined && existsSync(file))
    throw new Error(`${file} is there already: choose another name.`)
  await onDatabase(text, options, async (db, person) => {
    const writeTo = (out: Writable) =>
      exportPerson(db, { ...person, now: systemClock() }, async (chunk) => {
        if (!out.write(chunk)) await once(out, 'drain')
      })
    if (file === undefined) return void (await writeTo(process.stdout))
    let rows = 0
    await writeWhole(file, async (out) => {
      ;({ rows } = await writeTo(out))
      out.end()
      await once(out, 'close')
    })
    say(`${rows} rows written to ${file}`)
  })
}

/** `aviary person erase <email>`: says what it would do; with `yes` it does it. */
export async function runErasePerson(text: string, { yes, ...options }: ErasePersonOptions): Promise<void> {
  await onDatabase(text, options, async (db, person) => {
    const nothing = (found: Found) => {
      const kept = keptLines(found)
      for (const line of kept) say(line)
      say(`Nothing ${kept.length > 0 ? 'else ' : ''}holds ${person.email}.`)
    }
    if (!yes) {
      const found = await findPerson(db, person)
      if (!isAnywhere(found)) return nothing(found)
      for (const line of [...linesOf(found), ...keptLines(found)]) say(line)
      say('Nothing was changed: say --yes to do it.')
      return
    }
    const author = `cli:${userOfSystem()}`
    const erased = await erasePerson(db, { ...person, author, now: systemClock() })
    if (!erased) return nothing(await findPerson(db, person))
    sayErased(erased, person.email)
  })
}

type OnPerson = (db: Db, person: { email: string; archiveDir: string }) => Promise<void>

async function onDatabase(
  text: string,
  { archives, ...options }: PersonOptions,
  work: OnPerson,
): Promise<void> {
  const email = text.trim()
  if (!isEmail(email)) throw new Error(`'${text}' is not an e-mail address: write it as name@example.com.`)
  if (email.toLowerCase().endsWith('@erased.invalid'))
    throw new Error(`${email} stands for somebody who was erased: nobody knows who it was.`)
  const config = configOf(options)
  refuseWithoutDatabase(config)
  const archiveDir = path.resolve(archives ?? config.audit.archiveDir)
  await withDatabase(config, (db) => work(db, { email, archiveDir }))
}

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

const PLANNED = {
  deleted: 'to delete',
  replaced: 'to go on without the address',
  stopped: 'to stop',
  written: 'to write anew',
}
const DONE = {
  deleted: 'deleted',
  replaced: 'go on without the address',
  stopped: 'stopped',
  written: 'written anew',
}

/** What is erased, a line for each place. */
function linesOf({ tables, unsentMails, channels, audit }: Found, words = PLANNED): string[] {
  const lines = tables.flatMap(({ table, counts }) => [
    ...(counts.deleted > 0 ? [`${table}: ${rowsText(counts.deleted)} ${words.deleted}`] : []),
    ...(counts.replaced > 0 ? [`${table}: ${rowsText(counts.replaced)} ${words.replaced}`] : []),
  ])
  if (unsentMails > 0) lines.push(`mails that were not sent yet: ${unsentMails} ${words.stopped}`)
  if (channels > 0) lines.push(`channels that pause until somebody takes them over: ${channels}`)
  if (audit.rows > 0) lines.push(`audit_log: ${rowsText(audit.rows)} ${words.replaced}`)
  for (const file of audit.archives) lines.push(`audit archive ${file}: ${words.written}`)
  return lines
}

/** What is kept, and why. */
function keptLines({ tables, audit }: Found): string[] {
  const lines = tables.flatMap(({ table, counts, why }) =>
    counts.kept > 0 ? [`kept in ${table}: ${rowsText(counts.kept)}; ${why}`] : [],
  )
  if (audit.keptRows > 0)
    lines.push(
      `kept in audit_log: ${rowsText(audit.keptRows)}; their seals cover the address itself, so the chain would break`,
    )
  for (const file of audit.unreadable)
    lines.push(`not known: the audit archive ${file} is missing, or is not as it was written`)
  return lines
}

function sayErased({ pseudonym, found, after }: Erased, email: string): void {
  for (const line of linesOf(found, DONE)) say(line)
  for (const line of keptLines(after)) say(line)
  say(`${pseudonym} stands for ${email} from now on. Backups from before still hold the address.`)
  if (isAnywhere(after))
    say('Something was written about the person meanwhile: run the command again to erase that, too.')
}
