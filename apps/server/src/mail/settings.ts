import { FALLBACK_LOCALE } from '@aviary/contract/constants'

/** A page that everybody can open. */
export type StatusSite = {
  address: string
  /** Whether it is Aviary's own, with a page for each incident and each language. Its address ends with a slash. */
  hasPages: boolean
}

/** Where people outside read on: at a page of its own, such as `incidents/abc/`, where there is one. */
export function addressOutside(
  site: StatusSite | undefined,
  { page = '', locale = FALLBACK_LOCALE }: { page?: string; locale?: string } = {},
): string | undefined {
  if (!site?.hasPages) return site?.address
  return `${site.address}${locale === FALLBACK_LOCALE ? '' : `${locale}/`}${page}`
}

/** Settings of this installation that mails use. */
export type MailSettings = {
  providerName: string
  /** Public URL of Aviary, without a trailing slash. */
  publicUrl: string
  /** Undefined if there is none. */
  statusSite: StatusSite | undefined
  internalDomains: readonly string[]
}
