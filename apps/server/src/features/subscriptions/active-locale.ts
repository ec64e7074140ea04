import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Db } from '../../database/open.ts'
import { listLanguages } from '../reference/public.ts'

/** The active language for a browser's locale: `de` for `de-AT` (spec 2 §9). English if none matches. */
export async function getActiveLocale(db: Db, requested: string): Promise<string> {
  const active = await listLanguages(db)
  const names = [requested.toLowerCase(), requested.toLowerCase().split(/[-_]/)[0]]
  return active.find((key) => names.includes(key.toLowerCase())) ?? FALLBACK_LOCALE
}
