import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './database/open.ts'
import { lacksAdministrator, NOBODY_IS_ADMINISTRATOR } from './features/administration/public.ts'

/**
 * Warns at the start about sign-in settings that an operator may not have meant. Queries first and logs last:
 * the caller repeats this call while the database cannot be reached, but warnings must not be repeated.
 */
export async function warnOfSignIn(
  db: Db,
  { oidc, administrators }: Config,
  log: FastifyBaseLogger,
): Promise<void> {
  const lacks = await lacksAdministrator(db, { administrators, groupsClaim: oidc?.groupsClaim })
  if (oidc?.isEmailTrusted)
    log.warn(
      'OIDC_EMAIL_TRUSTED is true: addresses that the sign-in provider does not call verified are believed. Anybody who can choose their address there can be anybody here',
    )
  if (lacks) log.warn(NOBODY_IS_ADMINISTRATOR)
}
