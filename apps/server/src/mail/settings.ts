/** What a mail needs to know of this installation. */
export type MailSettings = {
  providerName: string
  /** Where people reach Aviary, without a trailing slash. */
  publicUrl: string
  internalDomains: readonly string[]
}
