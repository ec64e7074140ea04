/** What a mail is made of, in one language. */
export type MailParts = {
  locale: string
  providerName: string
  subject: string
  heading: string
  /** Lines of "label: value" above the body, as plain text. */
  facts: readonly (readonly [label: string, value: string])[]
  /** Sanitized HTML. */
  bodyHtml: string
  /** Lines of "label: text" below the body, as plain text. */
  particulars: readonly (readonly [label: string, text: string])[]
  /** Undefined for who cannot open Aviary. */
  link: { text: string; address: string } | undefined
  isInternal: boolean
  /**
   * Why it comes: a subscription, which it then offers to end; being the one whom a company named for security; or that
   * somebody else changed their subscriptions.
   */
  because: 'subscribed' | 'security_contact' | 'subscriptions_changed'
}

/** Stands where each recipient's own address for unsubscribing goes. */
export const UNSUBSCRIBE_MARK = '%%aviary-unsubscribe%%'

/** Has a space, which the mark has not: with nothing before or behind it does the replacement make another mark. */
const NO_MARK = 'aviary unsubscribe'

/**
 * What people typed, with nothing in it that each recipient's own link would be put in the place of: within another
 * site's address it would hand that link over. The mark is stored with each broadcast, so it cannot be a secret.
 */
export const withoutMark = (text: string): string => text.replaceAll(UNSUBSCRIBE_MARK, NO_MARK)
