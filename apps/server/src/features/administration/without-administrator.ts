import type { Db } from '../../database/open.ts'
import { isAdministratorMapped } from './group-mappings/queries.ts'
import { countListedAdministrators } from './provider-roles/queries.ts'
import * as queries from './queries.ts'

export const NOBODY_IS_ADMINISTRATOR =
  'nobody is administrator: run `npx aviary grant EMAIL administrator`, or set ADMINISTRATORS to an address that signs in'

type AdministratorSettings = { administrators: readonly string[]; groupsClaim: string | undefined }

/**
 * True if there is no administrator, and neither the setting ADMINISTRATORS nor a provider group can make one
 * at a sign-in.
 */
export async function lacksAdministrator(
  db: Db,
  { administrators, groupsClaim }: AdministratorSettings,
): Promise<boolean> {
  if ((await queries.countAdministrators(db)) > 0) return false
  if ((await countListedAdministrators(db, administrators)) < new Set(administrators).size) return false
  return !(groupsClaim && (await isAdministratorMapped(db)))
}
