import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SCOPES } from '@aviary/contract/scopes';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database/open.ts';
import { seedReference } from './features/reference/public.ts';
import {
  DEMO_IDENTITIES,
  findOrInsertSecret,
  hashOf,
  insertServiceToken,
  insertUser,
  insertUserRole,
  newSecret,
} from './features/session/public.ts';

/** What a database needs before the first request. Runs at every start and changes nothing that is there. */
export async function seed(db: Db, config: Config, clock: Clock): Promise<void> {
  const now = clock();
  await seedReference(db, config.productKey, now);
  if (!config.oidc) await seedDemoPeople(db, now);
  await seedFirstToken(db, config, now);
}

async function seedDemoPeople(db: Db, now: Date): Promise<void> {
  for (const { email, role } of DEMO_IDENTITIES) {
    const user = await insertUser(db, email, now);
    if (user) await insertUserRole(db, user.userId, role);
  }
}

export const FIRST_TOKEN_FILE = 'first-service-token';

/**
 * Written once per database, readable by the operator alone; administration makes further ones. The file comes before
 * the commit: a start that is cut short in between writes another one.
 */
async function seedFirstToken(db: Db, config: Config, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    const made = newSecret();
    const owner = await findOrInsertSecret(transaction, 'first-service-token', () => hashOf(made));
    if (owner !== hashOf(made)) return;
    await insertServiceToken(transaction, { name: 'first', tokenHash: hashOf(made), scopes: [...SCOPES], createdAt: now });
    const file = path.join(config.dataDir, FIRST_TOKEN_FILE);
    if (existsSync(file)) chmodSync(file, 0o600);
    writeFileSync(file, `${made}\n`, { mode: 0o600 });
  });
}
