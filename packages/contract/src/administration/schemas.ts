import { z } from 'zod'
import { RESTRICTED_PAGES } from '../rights.ts'
import { PERSONAL_SCOPES, SCOPES } from '../scopes.ts'
import { emailAddress, oneLine, rowId } from '../wire.ts'
import {
  LONGEST_GROUP_NAME,
  OLD_TOKEN_HOURS,
  PERSONAL_TOKEN_DAYS,
  PERSONAL_TOKEN_SIGN_IN_DAYS,
} from './rules.ts'

const moment = z.iso.datetime()
/**
 * Counts the edits of a record. An edit sends the version that it is based on, and is refused (409) if the
 * record has a newer one.
 */
const version = z.number().int().min(1)

/** A user as administration shows them (spec 3 §3). */
export const adminUser = z.object({
  user_id: z.number().int(),
  email: z.string(),
  role_ids: z.array(z.number().int()).describe('All that the person holds, whoever gave it.'),
  roles_display: z.array(z.string()).describe('Their names, in the order of `role_ids`.'),
  hand_role_ids: z.array(z.number().int()).describe('Those given by hand.'),
  provider_role_ids: z
    .array(z.number().int())
    .describe("Those that the sign-in provider's groups gave at the last sign-in; a role can be both."),
  actions_display: z.array(z.string()),
  is_admin: z.boolean(),
  restricted_page_access: z.array(z.string()),
  version,
})
export type AdminUser = z.infer<typeof adminUser>

export const adminRole = z.object({
  role_id: z.number().int(),
  display_name: z.string(),
  system_name: z.string(),
  description: z.string(),
  action_ids: z.array(z.number().int()),
  actions: z.array(z.string()).describe('System names, in the order of `action_ids`.'),
  actions_display: z.array(z.string()),
  is_admin: z.boolean(),
  version,
})
export type AdminRole = z.infer<typeof adminRole>

export const adminAction = z.object({
  action_id: z.number().int(),
  display_name: z.string(),
  system_name: z.string(),
  description: z.string(),
  is_built_in: z.boolean().describe('Its system name cannot be changed, and it cannot be deleted.'),
  version,
})
export type AdminAction = z.infer<typeof adminAction>

/** A group of the sign-in provider and the roles it gives (ADR 31). */
export const groupMapping = z.object({
  mapping_id: z.number().int(),
  group_name: z.string().describe('As the sign-in provider spells it, to the letter.'),
  role_ids: z.array(z.number().int()),
  roles_display: z.array(z.string()).describe('Their names, in the order of `role_ids`.'),
  version,
})
export type GroupMapping = z.infer<typeof groupMapping>

const ids = z
  .array(rowId)
  .max(1_000)
  .transform((all) => [...new Set(all)])
const name = oneLine().min(1).max(100)
const description = z.string().trim().max(1_000)

export const userFields = {
  email: emailAddress,
  role_ids: ids,
  restricted_page_access: z.array(z.enum(RESTRICTED_PAGES)).transform((all) => [...new Set(all)]),
}
export const roleFields = { display_name: name, description, action_ids: ids, is_admin: z.boolean() }
export const groupMappingFields = {
  group_name: z.string().trim().min(1).max(LONGEST_GROUP_NAME),
  role_ids: z
    .array(rowId)
    .min(1, 'choose at least one role')
    .max(1_000)
    .transform((all) => [...new Set(all)]),
}
export const actionFields = { display_name: name, description }
export const versionField = { version: version.optional() }

/**
 * A session as its owner or an administrator sees it, with enough fields for people to recognize their own
 * sessions.
 */
export const personSession = z.object({
  session_id: z.string(),
  user_id: z.number().int(),
  email: z.string(),
  created_date: moment,
  last_seen_date: moment,
  expires_date: moment,
  user_agent: z.string().nullable().describe('What the browser calls itself; null when it did not say.'),
  is_current: z.boolean(),
})
export type PersonSession = z.infer<typeof personSession>

export const serviceTokenInfo = z.object({
  token_id: z.number().int(),
  name: z.string(),
  hint: z
    .string()
    .nullable()
    .describe('The last four characters of its secret; null for tokens from before they were kept.'),
  created_by: z.string().nullable().describe('Null where no person created it.'),
  owner: z
    .string()
    .nullable()
    .describe('Whose personal token it is, by e-mail; null for a token of another system.'),
  owner_signed_in_date: moment
    .nullable()
    .describe(
      `When the owner last signed in. ${PERSONAL_TOKEN_SIGN_IN_DAYS} days later the token is refused, until they sign in again.`,
    ),
  scopes: z.array(z.string()),
  created_date: moment,
  expires_date: moment.nullable(),
  revoked_date: moment.nullable(),
  last_used_date: moment.nullable(),
  old_secret_until: moment.nullable().describe('Until when the secret before this one is accepted, too.'),
  version: z
    .string()
    .describe(
      'Of its name, scopes and times; not of its use. An edit that names another one is refused (409).',
    ),
})
export type ServiceTokenInfo = z.infer<typeof serviceTokenInfo>

const chosenScopes = <S extends string>(scopes: readonly [S, ...S[]]) =>
  z
    .array(z.enum(scopes))
    .min(1, 'choose at least one')
    .transform((all) => [...new Set(all)])

export const tokenFields = {
  name,
  scopes: chosenScopes(SCOPES),
  expires_date: z.iso.datetime({ offset: true }).nullish(),
}

/** Signs that turn the direction of writing, so that what an audit row shows is not what it holds. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

export const personalTokenFields = {
  name: name.refine(
    (text) => !TURNING.test(text),
    'holds a sign that turns the direction of writing: leave it out',
  ),
  scopes: chosenScopes(PERSONAL_SCOPES).describe('Only those with which the person may do something now.'),
  expires_date: z.iso.datetime({ offset: true }).describe(`Within ${PERSONAL_TOKEN_DAYS} days from now.`),
}

export const oldSecretHours = z
  .number()
  .min(0)
  .max(OLD_TOKEN_HOURS)
  .default(OLD_TOKEN_HOURS)
  .describe('How long the present secret is still accepted.')
