import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Db } from '../apps/server/src/database/open.ts'
import { type Generated, generatedLines } from '../apps/server/testing/changes.ts'
import { residentMb } from './product.ts'

// The program behind `npx aviary`.
const cli = path.resolve(import.meta.dirname, '../apps/server/dist/cli.js')
const BATCH = 5_000

export type Imported = { perSecond: number; seconds: number; megabytes: { share: number; mb: number }[] }

/** Streams generated JSON Lines into `aviary import changes -` and samples its memory. */
export async function importChanges(db: Db, generated: Generated, databaseUrl: string): Promise<Imported> {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [cli, 'import', 'changes', '-', '--format', 'jsonl', '--database-url', databaseUrl],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-1_000)
  })
  child.stdin.on('error', () => undefined) // the process has ended and printed the reason
  const refuse = () => new Error(`The import ended with ${child.exitCode}: ${output}`)
  const megabytes: Imported['megabytes'] = []
  const shares = [0.1, 0.5, 1]
  for (let from = 1; from <= generated.count; from += BATCH) {
    const to = Math.min(from + BATCH - 1, generated.count)
    const lines = await generatedLines(db, generated, [from, to])
    // The pipe stays full until the import has processed the previous lines.
    if (!child.stdin.write(`${lines}\n`)) await Promise.race([once(child.stdin, 'drain'), ended])
    if (child.exitCode !== null) throw refuse()
    const share = shares[0]
    if (share === undefined || to < share * generated.count) continue
    megabytes.push({ share, mb: residentMb(child.pid ?? 0) })
    shares.shift()
  }
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw refuse()
  const seconds = (performance.now() - startedAt) / 1_000
  return { perSecond: generated.count / seconds, seconds, megabytes }
}
