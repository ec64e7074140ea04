import type { Severity } from '@aviary/contract/status/rules'
import type { Difference } from './differences.ts'

/** `at`: the time that the first line of the value states, so that each reader can get it in their own zone, too. */
export type Fact = readonly [label: string, value: string, at?: Date | undefined]

/** The parts of a mail in one language. */
export type MailParts = {
  locale: string
  providerName: string
  subject: string
  /** Mark above the heading: an incident's severity as shape, word and colour. `OVER`: the incident is over. */
  sign?: { shape: Severity | 'OVER'; word: string } | undefined
  heading: string
  /** Sanitized HTML. */
  bodyHtml: string
  /** Lines of "label: value" below the body, as plain text. */
  facts: readonly Fact[]
  /** In a correction: what changed since the earlier mail, one list for each text that changed. */
  changes?: readonly (readonly Difference[])[] | undefined
  /** Undefined if there is no page that every recipient can open. */
  link: { text: string; address: string } | undefined
  isInternal: boolean
  /**
   * Why the recipient gets the mail. Only the footer of `subscribed` mails has an unsubscribe link.
   * `subscriptions_changed`: somebody else changed the recipient's subscriptions. `tested`: the recipient
   * tests the mail server. `reminded`: an update is missed that concerns the recipient. `channel_owned`: a channel of
   * the recipient does not work. `follow_up_owned`: a follow-up of the recipient is due. `review_requested`:
   * somebody asks the recipient to review a post-mortem. `requested`: somebody entered the address on the status page.
   */
  because:
    | 'subscribed'
    | 'security_contact'
    | 'subscriptions_changed'
    | 'tested'
    | 'reminded'
    | 'channel_owned'
    | 'follow_up_owned'
    | 'review_requested'
    | 'requested'
}

/** Placeholder for the recipient's unsubscribe URL. */
export const UNSUBSCRIBE_MARK = '%%aviary-unsubscribe%%'

/** Replaces a typed UNSUBSCRIBE_MARK. Contains a space, so that the replacement cannot create another mark. */
const NO_MARK = 'aviary unsubscribe'

/**
 * Removes the placeholder of the unsubscribe link from typed text. Within a URL of another site, it would pass the
 * recipient's link to that site. The placeholder is stored with each broadcast, so it cannot be secret.
 */
export const withoutMark = (text: string): string => text.replaceAll(UNSUBSCRIBE_MARK, NO_MARK)
