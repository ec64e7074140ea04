import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WebhookSender } from '@aviary/contract/access'
import { SENDER_SCOPES } from '@aviary/contract/scopes'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database/open.ts'
import { seedReference } from './features/reference/public.ts'
import { seedSecurity } from './features/security/public.ts'
import {
  createServiceToken,
  createUser,
  createUserRole,
  DEMO_IDENTITIES,
  getOrCreateSecret,
  hasUsers,
  newTokenSecret,
  sha256,
  toStoredSecret,
} from './features/session/public.ts'
import { seedTemplates } from './features/templates/public.ts'
import { findWebhookSecret } from './ingest/public.ts'
import { FIRST_TOKEN, webhookSecretOf } from './operator-notes.ts'

/**
 * Writes what a database needs before the first request, in one transaction. Runs at every start and changes no
 * existing row.
 */
export async function seed(db: Db, config: Config, clock: Clock): Promise<void> {
  const now = clock()
  await db.transaction(async (transaction) => {
    await seedReference(transaction, config.productKey, now)
    await seedTemplates(transaction, now)
    await seedSecurity(transaction)
    if (!config.oidc) await seedDemoPeople(transaction, now)
    await seedFirstToken(transaction, config, now)
    for (const sender of ['jira', 'github'] as const) await writeWebhookSecret(transaction, config, sender)
  })
}

/** Adds the demo people only to a database without users, so that deleted people stay deleted. */
async function seedDemoPeople(db: Db, now: Date): Promise<void> {
  if (await hasUsers(db)) return
  for (const { email, role } of DEMO_IDENTITIES) {
    const user = await createUser(db, email, now)
    if (user) await createUserRole(db, user.userId, role)
  }
}

/**
 * Creates the first service token once per database and writes it into a file that only the operator can
 * read; administrators create further tokens.
 */
async function seedFirstToken(db: Db, config: Config, now: Date): Promise<void> {
  const secret = newTokenSecret()
  const owner = await getOrCreateSecret(db, FIRST_TOKEN, () => sha256(secret))
  if (owner !== sha256(secret)) return
  await createServiceToken(db, {
    name: 'first',
    ...toStoredSecret(secret),
    scopes: [...SENDER_SCOPES],
    createdAt: now,
  })
  // Written before the commit: if this start is cut short, the next start overwrites the file with a new
  // token.
  writeForOperator(config, FIRST_TOKEN, secret)
}

/**
 * Writes a generated webhook secret to a file, from which the operator copies it to the sender. A configured
 * secret needs no file.
 */
async function writeWebhookSecret(db: Db, config: Config, sender: WebhookSender): Promise<void> {
  const file = webhookSecretOf(sender)
  if (config[sender].secret || existsSync(path.join(config.dataDir, file))) return
  writeForOperator(config, file, await findWebhookSecret(db, config, sender))
}

/** Writes a file that only its owner may read, from its creation on. */
function writeForOperator(config: Config, name: string, secret: string): void {
  const file = path.join(config.dataDir, name)
  if (existsSync(file)) chmodSync(file, 0o600)
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
}
