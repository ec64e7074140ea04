import { setTimeout as pause } from 'node:timers/promises'
import { incident, ingest } from '../e2e/support/records.ts'
import { type Measure, type Product, startProduct } from './product.ts'

const CLIENTS = 32
const CONDITIONAL = 1_000

/**
 * How often an answer is computed when 32 clients ask at the same time, and the database cost of conditional
 * requests.
 */
export async function coldCache(): Promise<Measure[]> {
  const product = await startProduct()
  try {
    const url = `${product.url}/api/incidents/?active=true`
    const headers = { cookie: product.cookies }
    const ask = () => fetch(url, { headers })
    await ask()
    await jobsAreOver(product)
    await ingest('incidents', [incident('OPI-9900')], product)
    const before = await queries(product)
    const answers = await Promise.all(Array.from({ length: CLIENTS }, ask))
    const etag = answers[0]?.headers.get('etag') ?? ''
    const cold = (await queries(product)) - before
    await jobsAreOver(product)
    await ingest('incidents', [incident('OPI-9901')], product)
    const single = await queries(product)
    await ask()
    const once = (await queries(product)) - single

    await jobsAreOver(product)
    const idle = await queries(product)
    const fresh = (await ask()).headers.get('etag') ?? etag
    let unchanged = 0
    for (let index = 0; index < CONDITIONAL; index += 1) {
      const response = await fetch(url, { headers: { ...headers, 'if-none-match': fresh } })
      if (response.status === 304) unchanged += 1
    }
    const conditional = (await queries(product)) - idle
    return [
      {
        name: `queries for ${CLIENTS} clients on a cold cache ÷ for one`,
        ours: String(cold),
        reference: String(once),
        ratio: (cold / once).toFixed(2),
        target: '≤ 1',
        isMet: cold <= once,
      },
      {
        name: `queries for ${unchanged} answers 304`,
        ours: String(conditional),
        reference: '0',
        ratio: String(conditional),
        target: '0',
        isMet: conditional === 0 && unchanged === CONDITIONAL,
      },
    ]
  } finally {
    await product.stop()
  }
}

const CHECK_INTERVAL_MS = 100
const DONE_AFTER_CHECKS = 5

/**
 * Waits until the process's jobs, which query every five seconds, have just ended; after that, only answers
 * cause queries for a while.
 */
async function jobsAreOver(product: Product): Promise<void> {
  let seen = await queries(product)
  let hasBegun = false
  for (let same = 0; !hasBegun || same < DONE_AFTER_CHECKS; same += 1) {
    await pause(CHECK_INTERVAL_MS)
    const now = await queries(product)
    if (now === seen) continue
    hasBegun = true
    seen = now
    same = 0
  }
}

let reads = 0

/** Number of queries from the process's own metrics, without the queries that check the token of these requests. */
async function queries({ url, token }: Product): Promise<number> {
  reads += 1
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
  return Number(/^aviary_database_queries_total (\d+)/m.exec(text)?.[1] ?? Number.NaN) - reads
}
