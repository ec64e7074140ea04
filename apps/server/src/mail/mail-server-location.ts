export const MAIL_SERVER_LOCATIONS = ['none', 'this_machine', 'another_machine'] as const
export type MailServerLocation = (typeof MAIL_SERVER_LOCATIONS)[number]

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Where the mail server of `SMTP_URL` runs; `none` without a URL, and mails then stay in the outbox. */
export function locateMailServer(smtpUrl: string | undefined): MailServerLocation {
  if (!smtpUrl) return 'none'
  return LOOPBACK.test(new URL(smtpUrl).hostname) ? 'this_machine' : 'another_machine'
}
