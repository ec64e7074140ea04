import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import { UNSUBSCRIBE_MARK } from './parts.ts'
import type { MailContent } from './queries.ts'

/** What differs from recipient to recipient. */
type Placeholders = { messageId: string; to: string; unsubscribe: string }

/** A mail as it goes over the wire, once for all recipients of one language: text with holes in it. */
export type MailTemplate = { text: string; placeholder?: keyof Placeholders }[]

/** Stand in the headers where the library is to write what differs. Nobody who writes a mail can know them. */
const MARKS = {
  messageId: `message-${crypto.randomUUID()}@aviary.invalid`,
  to: `to-${crypto.randomUUID()}@aviary.invalid`,
} as const
const SUBJECT_MARK = `subject-${crypto.randomUUID()}`

/** What quoted-printable never holds: so no body can end its part, whoever wrote it. */
const BOUNDARY_PREFIX = '=_aviary'

/** A subject that the library would write as it is. */
const PLAIN_SUBJECT = /^[!-<>-~](?:[ -<>-~]{0,58}[!-<>-~])?$/

/**
 * Composing a mail costs more than handing it over, so it is done once; `fillForm` makes each recipient's copy. The mail
 * library writes the headers, once for all mails of a moment but for their subjects; the two bodies are put below them
 * here: by the library's streams that takes several times as long, and of fifty thousand different mails each is composed
 * for two people.
 */
export function openForms(from: string): (content: MailContent, date: Date) => MailTemplate {
  let known: { time: number; head: Head } | undefined
  const headFor = (subject: string, date: Date): Head => {
    if (!PLAIN_SUBJECT.test(subject)) return writeHead(from, date, subject)
    const time = date.getTime()
    if (known?.time !== time) known = { time, head: writeHead(from, date, SUBJECT_MARK) }
    const { headers, boundary } = known.head
    return { headers: headers.replace(SUBJECT_MARK, () => subject), boundary }
  }
  return (content, date) => {
    const { headers, boundary } = headFor(content.subject, date)
    const between = `\r\n--${boundary}`
    return [
      ...splitHeaders(headers),
      { text: `\r\n${between}${partHead('plain')}` },
      ...splitBody(content.text),
      { text: `${between}${partHead('html')}` },
      ...splitBody(content.html),
      { text: `${between}--\r\n` },
    ]
  }
}

type Head = { headers: string; boundary: string }

function writeHead(from: string, date: Date, subject: string): Head {
  const root = new MimeNode('multipart/alternative', { boundaryPrefix: BOUNDARY_PREFIX })
  root.setHeader({
    From: from,
    To: MARKS.to,
    Subject: subject,
    'Message-ID': `<${MARKS.messageId}>`,
    Date: date.toUTCString().replace('GMT', '+0000'),
  })
  return { headers: root.buildHeaders(), boundary: String(root.boundary) }
}

const partHead = (type: 'plain' | 'html'): string =>
  `\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`

/** One recipient's copy; `headers` come before those of the form. */
export const fillTemplate = (
  form: MailTemplate,
  headers: Record<string, string>,
  values: Placeholders,
): string => {
  const filled = { ...values, unsubscribe: encodeLine(values.unsubscribe) }
  const first = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return (
    first.join('') +
    form.map(({ text, placeholder }) => (placeholder ? text + filled[placeholder] : text)).join('')
  )
}

function splitHeaders(headers: string): MailTemplate {
  const inOrder = (['messageId', 'to'] as const).toSorted(
    (a, b) => headers.indexOf(MARKS[a]) - headers.indexOf(MARKS[b]),
  )
  const form: MailTemplate = []
  let offset = 0
  for (const placeholder of inOrder) {
    const end = headers.indexOf(MARKS[placeholder], offset)
    form.push({ text: headers.slice(offset, end), placeholder })
    offset = end + MARKS[placeholder].length
  }
  return [...form, { text: headers.slice(offset) }]
}

/** Quoted-printable. Every mark stands on a line of its own between soft line ends, whole, whatever is around it. */
function splitBody(body: string): MailTemplate {
  const texts = body.replaceAll(/\r?\n/g, '\r\n').split(UNSUBSCRIBE_MARK).map(encodeLine)
  return texts.map((text, index) => {
    const isFirst = index === 0
    const isLast = index === texts.length - 1
    const whole = `${isFirst ? '' : '=\r\n'}${text}${isLast ? '' : '=\r\n'}`
    return isLast ? { text: whole } : { text: whole, placeholder: 'unsubscribe' }
  })
}

/** Besides equals signs, what quoted-printable must spell out: anything but ASCII, and space at the end of a line. */
const ODD = /[^\t\r\n -~]|[\t ](?:[\r\n]|$)/

/** The library looks at each byte; most mails hold nothing odd, and looking for that is quicker. */
const encodeLine = (text: string): string => wrap(ODD.test(text) ? encode(text) : text.replaceAll('=', '=3D'))
