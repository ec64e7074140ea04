import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRETS } from '../../testing/fuzz/cast.ts'
import { type OpenApi, type Operation, operationsOf } from '../../testing/fuzz/document.ts'
import {
  type Explore,
  exploreHostile,
  exploreOthers,
  exploreValid,
  exploreWrong,
  type Fuzzing,
  openFuzzing,
} from '../../testing/fuzz/fuzzing.ts'
import { type ListeningApp, openListeningApp } from '../../testing/listening.ts'

// Every operation gets requests that the served OpenAPI document allows, requests that it forbids, and inputs that
// have broken programs before (ADR 28). FUZZ_RUNS: requests per operation; FUZZ_SEED; FUZZ_ONLY: part of an
// operation's name.

const seed = Number(process.env.FUZZ_SEED ?? 20260820)
const runs = Number(process.env.FUZZ_RUNS ?? 12)
const only = process.env.FUZZ_ONLY ?? ''
const LONG = 24 * 60 * 60_000

let server: ListeningApp
let fuzzing: Fuzzing
let operations: Operation[]
beforeAll(async () => {
  server = await openListeningApp({
    environment: {
      JIRA_WEBHOOK_SECRET: SECRETS.jira,
      GITHUB_WEBHOOK_SECRET: SECRETS.github,
      SLACK_SIGNING_SECRET: SECRETS.slack,
    },
  })
  const served = await fetch(`${server.url}/api/openapi.json`)
  operations = operationsOf((await served.json()) as OpenApi).toSorted((a, b) => rankOf(a) - rankOf(b))
  fuzzing = await openFuzzing(server, server.url)
})
afterAll(async () => {
  fuzzing.wire.close()
  await server.close()
})

/** Order of operations: reads first, because they show which records exist; deletes and sign-out last. */
function rankOf({ method, path, name }: Operation): number {
  if (path.includes('sign_out')) return 4
  if (name.includes('delete') || path.includes('revoke') || method === 'DELETE') return 3
  return method === 'GET' ? 1 : 2
}

async function exploreAll(explore: Explore, share: number): Promise<string[]> {
  const faults: string[] = []
  for (const operation of operations.filter(({ name }) => name.includes(only)))
    faults.push(...(await explore(fuzzing, operation, { seed, runs: Math.ceil(runs * share) })))
  return faults
}

// Callers without permission come first, because later requests may end their sessions.
const EXPLORATIONS: [what: string, explore: Explore, share: number][] = [
  ['who may not changes nothing, and is refused as the document says', exploreOthers, 1 / 12],
  ['what the document allows is answered as it says', exploreValid, 1 / 3],
  [
    'what has something wrong with it changes nothing, and is answered as the document says',
    exploreWrong,
    1 / 2,
  ],
  ['hostile texts in the right places are texts like others', exploreHostile, 1 / 6],
]

test.each(EXPLORATIONS)('%s', { timeout: LONG }, async (_, explore, share) => {
  expect((await exploreAll(explore, share)).join('\n\n')).toBe('')
})
