import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { createManyIncidents } from '../apps/server/testing/many-incidents.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { ask, milliseconds } from './ask.ts'
import { type Measure, median, signIn } from './product.ts'

const INCIDENTS = 100_000
const ASKED = 200
/** Asked first and not measured: connections open, and code is compiled. */
const WARM_UP = 50
const STRIDE = 397
const MAX_RATIO = 1.5

/** The incidents like 200 different ones, among 100,000 on PostgreSQL, held against the details of the same ones. */
export async function similar(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-similar-'))
  const database = await startPostgres15(folder)
  try {
    const server = await startBuiltServer({
      DATABASE_URL: database.url,
      SEED_DEMO: 'false',
      LOG_LEVEL: 'warn',
    })
    try {
      const { db, close } = openDatabase(database.url, () => undefined)
      await createManyIncidents(db, INCIDENTS)
      await close()
      return await measure(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each incident is asked for once by each call, so that no answer comes from memory. */
async function measure(url: string): Promise<Measure[]> {
  const { cookies } = await signIn(url, 'sam.support@acme.example')
  const read = async (call: string, id: string) => {
    const answer = await ask(`${url}/api/${call}/?jira_id=${id}`, { cookies })
    if (answer.status !== 200) throw new Error(`${call} of ${id}: ${answer.status} ${answer.text}`)
    return answer.text
  }
  const similarTimes: number[] = []
  const detailTimes: number[] = []
  let listed = 0
  for (let asked = 0; asked < WARM_UP + ASKED; asked += 1) {
    const id = `OPI-${INCIDENTS - asked * STRIDE}`
    const detailTime = await milliseconds(() => read('incident_by_jira_id', id))
    let text = ''
    const similarTime = await milliseconds(async () => {
      text = await read('similar_incidents', id)
    })
    if (asked < WARM_UP) continue
    detailTimes.push(detailTime)
    similarTimes.push(similarTime)
    listed += (JSON.parse(text) as { items: unknown[] }).items.length
  }
  const [ours, reference] = [median(similarTimes), median(detailTimes)]
  return [
    {
      name: `similar_incidents ÷ incident_by_jira_id, medians of ${ASKED} among ${INCIDENTS} incidents (${(listed / ASKED).toFixed(1)} listed each, the slowest ${Math.max(...similarTimes).toFixed(0)} ms)`,
      ours: `${ours.toFixed(1)} ms`,
      reference: `${reference.toFixed(1)} ms`,
      ratio: (ours / reference).toFixed(2),
      target: `≤ ${MAX_RATIO}`,
      isMet: ours / reference <= MAX_RATIO,
    },
  ]
}
