import { openDatabase } from '../apps/server/src/database/open.ts'
import { createAudit } from '../apps/server/src/features/audit/public.ts'
import { milliseconds, percentile } from './ask.ts'
import type { Measure } from './product.ts'

const WRITES = 2_000
const MAX_MS = 1

/** Measures a write's transaction alternately with and without its audit row, while the server seals rows. */
export async function costOfAuditRow(databaseUrl: string): Promise<Measure> {
  const { db, close } = openDatabase(databaseUrl, () => undefined)
  const context = { before: { display: false, jira_id: 'OPI-1' }, after: { display: true, jira_id: 'OPI-1' } }
  const row = {
    applicationName: 'Aviary',
    userEmail: 'person1@acme.example',
    actionName: 'Update Banner',
    createdDate: new Date(Date.UTC(2026, 8, 1)),
    context,
  }
  const write = (hasAudit: boolean) =>
    db.transaction(async (transaction) => {
      await transaction.execute(`update banner set updated_at = now()`)
      if (hasAudit) await createAudit(transaction, row)
    })
  const [bare, audited]: [number[], number[]] = [[], []]
  for (let index = 0; index < WRITES; index += 1) {
    bare.push(await milliseconds(() => write(false)))
    audited.push(await milliseconds(() => write(true)))
  }
  await close()
  const [without, withRow] = [percentile(bare, 0.5), percentile(audited, 0.5)]
  return {
    name: `median of ${WRITES} transactions that write, with the audit row`,
    ours: `${withRow.toFixed(2)} ms`,
    reference: `${without.toFixed(2)} ms without it`,
    ratio: (withRow / without).toFixed(2),
    target: `less than ${MAX_MS} ms more`,
    isMet: withRow - without < MAX_MS,
  }
}
