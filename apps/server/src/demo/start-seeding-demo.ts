import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../database/open.ts'
import { DEMO_DATA, getSecret } from '../features/session/public.ts'

/** Exit code of the seeding process if the database went away (EX_TEMPFAIL of sysexits.h): a retry may succeed. */
export const DATABASE_WENT_AWAY = 75

const here = import.meta.filename
const file = path.join(path.dirname(here), `seed-demo-process${path.extname(here)}`)

/**
 * Fills a new database with demo data, completely or not at all. Runs in a child process, which frees its
 * memory when it ends.
 */
export async function startSeedingDemo(
  db: Db,
  { url, publicUrl, config }: { url: string; publicUrl: string; config: Config },
): Promise<void> {
  if (config.oidc || config.seedsDemo === false || (await getSecret(db, DEMO_DATA))) return
  const child = fork(file, {
    // SMTP_URL is left out, because demo data must never reach the mail server.
    env: {
      DATABASE_URL: url,
      PUBLIC_URL: publicUrl,
      PRODUCT_KEY: config.productKey,
      PROVIDER_NAME: config.providerName,
      ...(config.statusPage.path && { PUBLIC_STATUS: config.statusPage.path }),
      ...(config.mail.statusSite && { STATUS_SITE: config.mail.statusSite }),
      INTERNAL_MAIL_DOMAINS: config.mail.internalDomains.join(','),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code] = await once(child, 'exit')
  if (code === DATABASE_WENT_AWAY) throw new Error('Connection terminated while the demo data was written')
  if (code !== 0) throw new Error(`The demo data could not be written: its process ended with ${code}`)
}
