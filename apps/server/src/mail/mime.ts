import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import { UNSUBSCRIBE_MARK } from './parts.ts'
import type { MailContent } from './queries.ts'
import { inZoneOf, type Piece, type Reader, type StatedTime, splitAtTimes } from './zoned-times.ts'

/** Values that differ between recipients. */
type Placeholders = { messageId: string; to: string; unsubscribe: string }

/** A mail in wire format, composed once per language: text with placeholders. Behind a `time` each reader gets their own. */
export type MailTemplate = {
  text: string
  placeholder?: keyof Placeholders
  time?: StatedTime | undefined
}[]

/** Placeholders in the headers for values that differ by recipient; random, so that nobody can type one. */
const MARKS = {
  messageId: `message-${crypto.randomUUID()}@aviary.invalid`,
  to: `to-${crypto.randomUUID()}@aviary.invalid`,
} as const
const SUBJECT_MARK = `subject-${crypto.randomUUID()}`

/** Quoted-printable text never contains this prefix, so no body can end its own MIME part. */
const BOUNDARY_PREFIX = '=_aviary'

/**
 * Matches a subject that the mail library writes unencoded; such a subject can simply replace SUBJECT_MARK.
 */
const PLAIN_SUBJECT = /^[!-<>-~](?:[ -<>-~]{0,58}[!-<>-~])?$/

/**
 * Composes a mail once per language, because that costs more than sending it; `fillTemplate` makes each
 * recipient's copy.
 * The library writes the headers once for all mails with the same creation time; only the subject is
 * replaced. The bodies are added here: the library's streams take several times as long. That matters when
 * fifty thousand different mails go to two people each.
 */
export function openTemplates(from: string): (content: MailContent, date: Date) => MailTemplate {
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
    const { text, html } = splitAtTimes(content)
    return [
      ...splitHeaders(headers),
      { text: `\r\n${between}${partHead('plain')}` },
      ...splitBody(text),
      { text: `${between}${partHead('html')}` },
      ...splitBody(html),
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

/** One recipient's copy; `headers` precede those of the template. */
export const fillTemplate = (
  form: MailTemplate,
  headers: Record<string, string>,
  { reader, ...values }: Placeholders & { reader: Reader },
): string => {
  const filled = { ...values, unsubscribe: encodeLine(values.unsubscribe) }
  const first = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return (
    first.join('') +
    form
      .map(({ text, placeholder, time }) => {
        if (time) return text + encodePiece(inZoneOf(reader, time))
        return placeholder ? text + filled[placeholder] : text
      })
      .join('')
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

/** Encodes as quoted-printable. Soft line breaks keep each unsubscribe mark unbroken on its own line. */
function splitBody(pieces: readonly Piece[]): MailTemplate {
  const parts = pieces.flatMap(({ text, time }): MailTemplate => {
    const texts = text.replaceAll(/\r\n?|\n/g, '\r\n').split(UNSUBSCRIBE_MARK)
    return texts.map((part, index) =>
      index < texts.length - 1 ? { text: part, placeholder: 'unsubscribe' } : { text: part, time },
    )
  })
  return parts.map((part, index) => {
    const follows = parts[index - 1]?.placeholder ? SOFT_BREAK : ''
    const isLast = index === parts.length - 1
    return { ...part, text: follows + (isLast ? encodeLine(part.text) : encodePiece(part.text)) }
  })
}

const SOFT_BREAK = '=\r\n'

/** A text on lines of its own, which the reader's program joins to the text after it. */
const encodePiece = (text: string): string => (text === '' ? '' : encodeLine(text) + SOFT_BREAK)

/**
 * Characters that quoted-printable escapes, besides `=`: all but printable ASCII, and blanks at the end of a
 * line.
 */
const ODD = /[^\t\r\n -~]|[\t ](?:[\r\n]|$)/

/** The library's encoder checks every byte; this quicker test skips it for texts that need no escapes. */
const encodeLine = (text: string): string => wrap(ODD.test(text) ? encode(text) : text.replaceAll('=', '=3D'))
