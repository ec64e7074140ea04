import type { Difference } from './differences.ts'

/** The parts of a mail in one language. */
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
  /** In a correction: what changed since the earlier mail, one list for each text that changed. */
  changes?: readonly (readonly Difference[])[] | undefined
  /** Undefined for recipients who cannot open Aviary. */
  link: { text: string; address: string } | undefined
  isInternal: boolean
  /**
   * Why the recipient gets the mail. Only `subscribed` mails have an unsubscribe link.
   * `subscriptions_changed`: somebody else changed the recipient's subscriptions. `tested`: the recipient
   * tests the mail server.
   */
  because: 'subscribed' | 'security_contact' | 'subscriptions_changed' | 'tested'
}

/** Placeholder for the recipient's unsubscribe URL. */
export const UNSUBSCRIBE_MARK = '%%aviary-unsubscribe%%'

/** Replaces the mark. Contains a space, unlike the mark, so that replacing cannot create another mark. */
const NO_MARK = 'aviary unsubscribe'

/**
 * Removes the mark from typed text: inside a URL of another site it would send that site the recipient's
 * unsubscribe link. The mark is stored with each broadcast, so it cannot be secret.
 */
export const withoutMark = (text: string): string => text.replaceAll(UNSUBSCRIBE_MARK, NO_MARK)
