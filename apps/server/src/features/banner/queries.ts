import type { Db } from '../../database/open.ts'
import { banner } from '../../database/tables/operations.ts'

export const findBanner = async (db: Db) => (await db.select().from(banner))[0]
