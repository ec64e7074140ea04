import type { Db } from './database/open.ts'
import { getOrCreateSecret, newSecret } from './features/session/public.ts'
import { type MailNames, openMailNames } from './mail/public.ts'

const KEY = 'mail names'

/** Names of mails for outsiders. The key is stored in the database, so all processes use the same names. */
export const loadMailNames = async (db: Db): Promise<MailNames> =>
  openMailNames(await getOrCreateSecret(db, KEY, newSecret))
