import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from '../apps/server/src/database/open.ts'
import { searchChanges } from '../apps/server/src/features/changes/search/run.ts'
import { parsed, type Search } from './change-searches.ts'

type Statement = { text: string; values: unknown[] }

/**
 * Statements of the whole transaction with which the product answers a search, in order. Except with `isNew`,
 * the search has been answered once before.
 */
export const statementsOf = (url: string, search: Search): Promise<Statement[]> =>
  statementsSentBy(url, async (db, forget) => {
    // Ignores the error of a timeout, which is measured like an answer.
    const send = () => searchChanges(db, parsed(search)).catch(() => undefined)
    if (!search.isNew) await send()
    forget()
    await send()
  })

/** Statements that `work` sends, in order, after it calls `forget`. */
export async function statementsSentBy(
  url: string,
  work: (db: Db, forget: () => void) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const db = drizzle(pool, { logger: { logQuery: (text, values) => void sent.push({ text, values }) } })
  await work(db, () => void sent.splice(0))
  await pool.end()
  return sent
}

/** Repeats the statements on one connection with the bare driver. */
export async function sendAll(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

/**
 * Explains each query. Other statements (begin, settings) are executed, so that plans are made under the settings.
 */
export async function plansOf(client: pg.Client, statements: readonly Statement[]): Promise<string[]> {
  const plans: string[] = []
  for (const { text, values } of statements) {
    if (!/^\s*(select|with)/i.test(text) || /set_config/.test(text)) {
      await client.query({ text, values })
      continue
    }
    const explained = await client.query({ text: `explain (analyze, buffers) ${text}`, values })
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
    plans.push(`-- ${text.replace(/\s+/g, ' ').trim()}\n${plan}`)
  }
  return plans
}
