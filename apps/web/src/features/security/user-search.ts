import { companyId } from '@aviary/contract/security/schemas'

/** Whom a list of security users is asked for; `nobody` where no company has the number that was typed. */
export type Asked = { company_id: number } | { email: string } | 'nobody'

// The server takes no longer part of an address.
const LONGEST_EMAIL = 320

/** What the text of the filter asks for (spec 3 §2): a number is a company id, anything else part of an address. */
export function askedBy(text: string): Asked {
  const wanted = text.trim()
  if (!/^\d+$/.test(wanted)) return { email: wanted.slice(0, LONGEST_EMAIL) }
  const { data } = companyId.safeParse(wanted)
  return data === undefined ? 'nobody' : { company_id: data }
}

export type CompanyFault = 'missing' | 'whole' | 'aboveZero' | 'unknown'

/** Why a text is no company id. */
export function companyFault(text: string): CompanyFault | undefined {
  const typed = text.trim()
  if (typed === '') return 'missing'
  if (!/^\d+$/.test(typed)) return 'whole'
  if (/^0+$/.test(typed)) return 'aboveZero'
  return companyId.safeParse(typed).success ? undefined : 'unknown'
}
