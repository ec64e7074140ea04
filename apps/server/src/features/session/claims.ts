import { LONGEST_GROUP_NAME } from '@aviary/contract/administration/schemas'

export type Claims = Readonly<Record<string, unknown>>

/** Somebody with more groups than this would make sign-in slow; directories name some hundreds at most. */
const MAX_GROUPS = 2_000

/** Whose address it is; `isVerified` is undefined when the provider does not say. */
export type Identity = { email: string; isVerified: boolean | undefined }

/** The address that the provider vouches for: what it says of being verified counts for that very address only. */
export function identityIn(sources: readonly Claims[]): Identity | undefined {
  const emails = sources.map(({ email }) => email)
  const email = emails.find((value) => typeof value === 'string' && value.includes('@'))
  if (typeof email !== 'string') return undefined
  const said = sources
    .filter((claims) => claims.email === email)
    .map(({ email_verified }) => email_verified)
    .filter((value) => value !== undefined && value !== null)
  // Some providers write true as a text.
  const isVerified = said.length === 0 ? undefined : said.every((value) => value === true || value === 'true')
  return { email, isVerified }
}

/** The groups, or why they are not known. */
export type Groups = { names: string[] } | { fault: string }

/** Reads the groups where the first source has them. A provider that leaves the claim out says that there are none. */
export function groupsIn(sources: readonly Claims[], claim: string): Groups {
  if (sources.some((claims) => isElsewhere(claims, claim)))
    return { fault: `the groups are too many for a token (_claim_names has '${claim}')` }
  const found = sources.map((claims) => claimAt(claims, claim)).find((value) => value != null)
  const names = typeof found === 'string' ? [found] : (found ?? [])
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string'))
    return { fault: `the claim '${claim}' is no list of texts` }
  if (names.length > MAX_GROUPS)
    return { fault: `the claim '${claim}' names ${names.length} groups, more than ${MAX_GROUPS}` }
  return { names: names.map((name: string) => name.trim()).filter((name) => isNameable(name)) }
}

/** Whether a source settles what the groups are, so that no other needs to be asked. */
export const tellsGroups = (claims: Claims, claim: string): boolean =>
  claimAt(claims, claim) != null || isElsewhere(claims, claim)

const isNameable = (name: string): boolean => name !== '' && name.length <= LONGEST_GROUP_NAME

/** Microsoft Entra ID names a place to ask instead of more than 200 groups (OpenID Connect Core 5.6.2). */
function isElsewhere(claims: Claims, claim: string): boolean {
  const names = claims._claim_names
  return isClaims(names) && claimAt(names, claim.split('.')[0] ?? '') !== undefined
}

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The claim of that name, or the one that a dotted path leads to, as in `resource_access.aviary.roles`. The names on the
 * path may have dots themselves: `https://acme.example/groups` is one name.
 */
function claimAt(value: unknown, name: string): unknown {
  if (!isClaims(value)) return undefined
  if (Object.hasOwn(value, name)) return value[name]
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const first = name.slice(0, dot)
    const found = Object.hasOwn(value, first) ? claimAt(value[first], name.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
