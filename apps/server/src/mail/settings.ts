/** Settings of this installation that mails use. */
export type MailSettings = {
  providerName: string
  /** Public URL of Aviary, without a trailing slash. */
  publicUrl: string
  /** Status page that everybody can open; undefined if there is none. */
  statusSite: string | undefined
  internalDomains: readonly string[]
}
