import { cutToLength } from '@aviary/contract/cut-text'
import { isRowId } from '@aviary/contract/rules'

/** Filter of the security users; `nobody` if no company can have the typed number. */
export type UserFilter = { company_id: number } | { email: string } | 'nobody'

// The server rejects longer texts.
const LONGEST_EMAIL = 320

/** A number filters by company id, any other text by part of an email address (spec 3 §2). */
export function toUserFilter(text: string): UserFilter {
  const searchText = text.trim()
  if (!/^\d+$/.test(searchText)) return { email: cutToLength(searchText, LONGEST_EMAIL) }
  return isRowId(Number(searchText)) ? { company_id: Number(searchText) } : 'nobody'
}

export type CompanyFault = 'missing' | 'whole' | 'aboveZero' | 'unknown'

/** Why a text is not a valid company id. */
export function companyFault(text: string): CompanyFault | undefined {
  const typed = text.trim()
  if (typed === '') return 'missing'
  if (!/^\d+$/.test(typed)) return 'whole'
  if (/^0+$/.test(typed)) return 'aboveZero'
  return isRowId(Number(typed)) ? undefined : 'unknown'
}
