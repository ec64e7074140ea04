import { takeTurn } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { BEGINNING, type ChainEnd, sealAfter } from './hash.ts'
import type { NewSeal } from './queries.ts'
import * as queries from './queries.ts'

const ROWS_AT_ONCE = 1_000

type Options = { rowsAtOnce?: number; mayContinue?: () => boolean }

/**
 * Seals the waiting rows in batches, one transaction each. Returns the end of the chain if anything was sealed. Does
 * nothing while another process seals.
 */
export async function sealWaiting(
  db: Db,
  { rowsAtOnce = ROWS_AT_ONCE, mayContinue = () => true }: Options = {},
): Promise<ChainEnd | undefined> {
  let end: ChainEnd | undefined
  // Pkey of the last row that this run has sealed; the next batch starts there, to avoid scanning those rows
  // again.
  let after = 0
  while (mayContinue()) {
    const seals = await db.transaction((transaction) => sealBatch(transaction, after, rowsAtOnce))
    const last = seals.at(-1)
    if (!last) break
    end = last
    after = last.pkey
    if (seals.length < rowsAtOnce) break
  }
  return end
}

/** Seals all waiting rows within the caller's transaction, which must hold the lock. */
export async function sealAll(db: Db): Promise<void> {
  let seals: NewSeal[] = []
  do seals = await sealBatch(db, seals.at(-1)?.pkey ?? 0, ROWS_AT_ONCE)
  while (seals.length === ROWS_AT_ONCE)
}

async function sealBatch(db: Db, after: number, limit: number): Promise<NewSeal[]> {
  if (!(await takeTurn(db, 'sealing'))) return []
  const rows = await queries.listWaiting(db, after, limit)
  if (rows.length === 0) return []
  let end = (await queries.getChainEnd(db)) ?? BEGINNING
  const seals = rows.map((row) => {
    const sealNo = end.sealNo + 1
    const seal = { sealNo, pkey: row.pkey, ...sealAfter(end.hash, sealNo, row) }
    end = seal
    return seal
  })
  await queries.createSeals(db, seals)
  return seals
}
