import { EmailView } from '../emails/EmailView.tsx'

/** A mail as its readers will see it, also while it has no subject: a heading without words would be read aloud as nothing. */
export const MailOf = ({ subject, body }: { subject: string; body: string }) => (
  <EmailView subject={subject.trim() === '' ? '—' : subject} body={body} />
)
