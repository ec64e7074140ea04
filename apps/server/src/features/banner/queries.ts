import type { Db } from '../../database/open.ts'
import { banner } from '../../database/tables/operations.ts'

export const getBanner = async (db: Db) => (await db.select().from(banner))[0]

type Change = Pick<typeof banner.$inferSelect, 'display' | 'updatedAt' | 'updatedBy'>

export const updateBannerRow = async (db: Db, change: Change) =>
  (await db.update(banner).set(change).returning())[0]
