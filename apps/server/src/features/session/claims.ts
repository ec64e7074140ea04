import { LONGEST_GROUP_NAME } from '@aviary/contract/administration/rules'

export type Claims = Readonly<Record<string, unknown>>

/** More groups would make sign-in slow; directories name a few hundred at most. */
const MAX_GROUPS = 2_000

/** The person's e-mail address; `isVerified` is undefined if the provider does not tell it. */
export type Identity = { email: string; isVerified: boolean | undefined }

/** Gets the first e-mail address in the sources; only sources with the same address count for `isVerified`. */
export function getIdentity(sources: readonly Claims[]): Identity | undefined {
  const emails = sources.map(({ email }) => email)
  const email = emails.find((value) => typeof value === 'string' && value.includes('@'))
  if (typeof email !== 'string') return undefined
  const verifications = sources
    .filter((claims) => claims.email === email)
    .map(({ email_verified }) => email_verified)
    .filter((value) => value !== undefined && value !== null)
  // Some providers send the text 'true' instead of a boolean.
  const isVerified =
    verifications.length === 0
      ? undefined
      : verifications.every((value) => value === true || value === 'true')
  return { email, isVerified }
}

/** The groups, or the reason why they are unknown. */
export type Groups = { names: string[] } | { fault: string }

/** Reads the groups from the first source that has them. A missing claim means no groups. */
export function getGroups(sources: readonly Claims[], claim: string): Groups {
  if (sources.some((claims) => areGroupsElsewhere(claims, claim)))
    return { fault: `the groups are too many for a token (_claim_names has '${claim}')` }
  const claimed = sources.map((claims) => getClaim(claims, claim)).find((value) => value != null)
  const names = typeof claimed === 'string' ? [claimed] : (claimed ?? [])
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string'))
    return { fault: `the claim '${claim}' is no list of texts` }
  if (names.length > MAX_GROUPS)
    return { fault: `the claim '${claim}' names ${names.length} groups, more than ${MAX_GROUPS}` }
  return { names: names.map((name: string) => name.trim()).filter((name) => isNameable(name)) }
}

/**
 * Whether these claims settle the groups, so that userinfo is not needed: they list the groups, or say that
 * the groups must be fetched from another endpoint.
 */
export const hasGroups = (claims: Claims, claim: string): boolean =>
  getClaim(claims, claim) != null || areGroupsElsewhere(claims, claim)

const isNameable = (name: string): boolean => name !== '' && name.length <= LONGEST_GROUP_NAME

/**
 * Whether the groups must be fetched from another endpoint: for more than 200 groups, Microsoft Entra ID
 * sends the URL of such an endpoint instead (OpenID Connect Core 5.6.2).
 */
function areGroupsElsewhere(claims: Claims, claim: string): boolean {
  const names = claims._claim_names
  return isClaims(names) && getClaim(names, claim.split('.')[0] ?? '') !== undefined
}

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Gets the claim with this name, or the claim at a dotted path such as `resource_access.aviary.roles`. Names
 * on the path may contain dots: `https://acme.example/groups` is one name.
 */
function getClaim(value: unknown, name: string): unknown {
  if (!isClaims(value)) return undefined
  if (Object.hasOwn(value, name)) return value[name]
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const prefix = name.slice(0, dot)
    const nested = Object.hasOwn(value, prefix) ? getClaim(value[prefix], name.slice(dot + 1)) : undefined
    if (nested !== undefined) return nested
  }
  return undefined
}
