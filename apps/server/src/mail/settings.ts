/** Settings of this installation that mails use. */
export type MailSettings = {
  providerName: string
  /** Public URL of Aviary, without a trailing slash. */
  publicUrl: string
  internalDomains: readonly string[]
}
