type MailText = { subject: string; body: string; link: string }

/** Texts for who subscribes on the status page. {{provider}} is the provider's name; {{email}} the address. */
export type RequestTexts = {
  back: string
  sentTitle: string
  sent: string
  failedTitle: string
  incomplete: string
  invalidAddress: string
  tooLarge: string
  tooMany: string
  busy: string
  away: string
  confirmTitle: string
  confirmText: string
  all: string
  confirm: string
  invalidTitle: string
  invalid: string
  mails: {
    /** Asks for the confirmation. */
    confirm: MailText
    /** To who is subscribed already. */
    known: MailText
    /** To our own domains. */
    staff: MailText
    /** After the confirmation. */
    done: MailText
  }
}
