import fc from 'fast-check'
import type { TestApp } from '../app.ts'
import { type Cast, openCast } from './cast.ts'
import type { Operation } from './document.ts'
import { type KnownValues, openKnownValues } from './known-values.ts'
import { type Caller, type RequestInput, requestInputOf, wiredOf } from './requests.ts'
import { RULES } from './rules.ts'
import { setStage } from './stage.ts'
import { detailOf, faultsOfAnswer } from './verdict.ts'
import { type Answer, curlOf, openWire, type Wire, type Wired } from './wire.ts'
import { type Writes, watchWrites } from './writes.ts'
import { type Wrong, wrongInput, wrongWired } from './wrong-requests.ts'

export type Fuzzing = {
  server: TestApp
  wire: Wire
  writes: Writes
  cast: Cast
  known: KnownValues
  tally: Tally
}

/** Successes and refusals per operation. */
type Tally = Map<string, { done: number; refused: number }>

export async function openFuzzing(server: TestApp, url: string): Promise<Fuzzing> {
  const known = openKnownValues()
  await setStage(server, known)
  const wire = openWire(url)
  const cast = await openCast(server, wire)
  const writes = await watchWrites(server.db)
  return { server, wire, writes, cast, known, tally: new Map() }
}

export type Plan = { seed: number; runs: number }

/** Explores one operation and returns the faults found. */
export type Explore = (fuzzing: Fuzzing, operation: Operation, plan: Plan) => Promise<string[]>

/** Sends valid requests, which must never be refused as malformed. */
export const exploreValid: Explore = (fuzzing, operation, plan) =>
  exploreInputs(fuzzing, operation, { ...plan, isHostile: false })

/** Sends valid requests with hostile texts. */
export const exploreHostile: Explore = (fuzzing, operation, plan) =>
  exploreInputs(fuzzing, operation, { ...plan, isHostile: true })

async function exploreInputs(
  fuzzing: Fuzzing,
  operation: Operation,
  { isHostile, ...plan }: Plan & { isHostile: boolean },
): Promise<string[]> {
  const { known, cast } = fuzzing
  return check(requestInputOf(operation, { known, isHostile }), { ...plan, operation }, async (input) => {
    const wiredFor = async () => wiredOf(operation, input, await cast.allowed(operation))
    let wired = await wiredFor()
    let tried = await tryOnce(fuzzing, operation, wired)
    if (await isReplaced(fuzzing, operation, tried.status)) {
      wired = await wiredFor()
      tried = await tryOnce(fuzzing, operation, wired)
    }
    const { status, detail } = tried
    const isMalformed = status === 400 && !RULES.some(({ says }) => says.test(detail))
    return {
      wired,
      faults: [...tried.faults, ...(isMalformed ? [`what is valid is refused: ${detail}`] : [])],
    }
  })
}

/** Sends requests with one fault; each must be refused or answered within the contract. */
export const exploreWrong: Explore = async (fuzzing, operation, plan) => {
  const { known, cast } = fuzzing
  const sources = { known, isHostile: false }
  let caller: Caller = await cast.allowed(operation)
  const wrongOf = (input: RequestInput): fc.Arbitrary<Wrong> => {
    const wrongBytes = wrongWired(operation, input, caller)
    const wrongContent = wrongInput(operation, input, caller)
    return wrongContent ? fc.oneof(wrongContent, wrongBytes) : wrongBytes
  }
  return check(
    requestInputOf(operation, sources).chain(wrongOf),
    { ...plan, operation },
    async ({ what, wired, isSurelyRefused }) => {
      const { faults, status } = await tryOnce(fuzzing, operation, wired)
      if (await isReplaced(fuzzing, operation, status)) caller = await cast.allowed(operation)
      const isWronglyAccepted = isSurelyRefused && status < 400
      return {
        wired,
        faults: [...faults, ...(isWronglyAccepted ? ['what is surely wrong was taken'] : [])].map(
          (fault) => `${what}: ${fault}`,
        ),
      }
    },
  )
}

/** Sends requests of callers without permission; each must be refused. */
export const exploreOthers: Explore = async (fuzzing, operation, plan) => {
  const input = requestInputOf(operation, { known: fuzzing.known, isHostile: false })
  const faults: string[] = []
  for (const { who, caller, status } of fuzzing.cast.refused(operation)) {
    const result = await check(input, { ...plan, operation }, async (input) => {
      const wired = wiredOf(operation, input, caller)
      const tried = await tryOnce(fuzzing, operation, wired)
      const isAsMeant = tried.status === status
      return {
        wired,
        faults: [...tried.faults, ...(isAsMeant ? [] : [`${who} got ${tried.status}: ${tried.detail}`])],
      }
    })
    faults.push(...result)
  }
  return faults
}

/**
 * Replaces a caller whom a fuzzed request signed out or stripped of permissions; true if there is a new
 * caller.
 */
async function isReplaced({ cast, writes }: Fuzzing, operation: Operation, status: number): Promise<boolean> {
  if (status !== 401 && (status !== 403 || operation.scheme !== 'session')) return false
  const isAnother = await cast.replaceIfGone(operation)
  await writes.since()
  return isAnother
}

type Tried = { wired: Wired; faults: string[] }

/** Searches for a value with which `attempt` finds faults, and shrinks it. */
async function check<T>(
  arbitrary: fc.Arbitrary<T>,
  { operation, seed, runs }: Plan & { operation: Operation },
  attempt: (value: T) => Promise<Tried>,
): Promise<string[]> {
  let last: Tried = { wired: { method: '', target: '', headers: {}, body: undefined }, faults: [] }
  const result = await fc.check(
    fc.asyncProperty(fc.limitShrink(arbitrary, MAX_SHRINKS), async (value) => {
      const tried = await attempt(value)
      if (tried.faults.length === 0) return
      last = tried
      throw new Error(tried.faults.join('; '))
    }),
    { seed, numRuns: runs },
  )
  if (!result.failed) return []
  if (last.faults.length === 0)
    throw result.errorInstance ?? new Error(`${operation.name}: nothing could be made for it`)
  const again = `FUZZ_SEED=${seed} FUZZ_ONLY='${operation.name}', path ${result.counterexamplePath}`
  return [`${operation.name}: ${last.faults.join('; ')}\n  ${again}\n  ${curlOf(last.wired)}`]
}

const MAX_SHRINKS = 60

/** Reads that write to the database nevertheless, and what they write. */
const READS_THAT_WRITE: Readonly<Record<string, string>> = {
  'GET /api/sign_in': 'what is compared when the browser comes back',
}

async function tryOnce(
  { wire, writes, server, known, tally }: Fuzzing,
  operation: Operation,
  wired: Wired,
): Promise<{ faults: string[]; status: number; detail: string }> {
  const answer = await wire
    .send(wired)
    .catch((error: unknown): Answer => ({ status: 0, headers: {}, text: String(error) }))
  const { status, text } = answer
  const counted = tally.get(operation.name) ?? { done: 0, refused: 0 }
  tally.set(operation.name, counted)
  if (status < 400) counted.done += 1
  else counted.refused += 1
  if (status === 200 && answer.headers['content-type']?.startsWith('application/json'))
    known.learn(JSON.parse(text))
  const written = await writes.since()
  return {
    status,
    detail: detailOf(text),
    faults: [
      ...faultsOfAnswer(operation, answer),
      ...faultsOfWriting(operation, { wired, status, written }),
      ...server.errors.splice(0).map((line) => `the log has ${line.slice(0, 500)} … ${line.slice(-1_000)}`),
    ],
  }
}

function faultsOfWriting(
  { name, method, isWrite }: Operation,
  { wired, status, written }: { wired: Wired; status: number; written: string[] },
): string[] {
  const tables = [...new Set(written)].join(', ')
  if (status >= 400 || status === 0)
    return written.length > 0 ? [`it was refused (${status}), and wrote: ${tables}`] : []
  if (method === 'GET' && !isWrite && !READS_THAT_WRITE[name])
    return written.length > 0 ? [`reading wrote: ${tables}`] : []
  // Skips requests with an idempotency key: a repeated key gets the stored answer and writes nothing.
  if (isWrite && !wired.headers['Idempotency-Key'] && !written.includes('audit_log INSERT'))
    return [`it was done without an audit row; it wrote: ${tables}`]
  return []
}
