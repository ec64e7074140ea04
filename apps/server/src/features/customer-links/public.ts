import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'

export { CUSTOMER_PATH, readDeviceCookie } from './open.ts'
export { answerRefused } from './pages.ts'
export { getDevice, noteDevice } from './queries.ts'
export { readerLocale } from './texts/texts.ts'

/** Links that ended by themselves are listed for so long. */
const ENDED_KEPT_MS = 30 * 24 * 3_600_000

export const deleteOldLinks = (db: Db, now: Date) =>
  queries.deleteExpiredLinks(db, new Date(now.getTime() - ENDED_KEPT_MS))
