import type { Db } from './database/open.ts'
import { getOrCreateSecret, newSecret } from './features/session/public.ts'
import { type MailNames, openMailNames } from './mail/public.ts'

const KEY = 'mail names'

/** The names of this installation's mails, the same in all of its processes. */
export const loadMailNames = async (db: Db): Promise<MailNames> =>
  openMailNames(await getOrCreateSecret(db, KEY, newSecret))
