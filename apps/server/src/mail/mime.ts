import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import { UNSUBSCRIBE_MARK } from './parts.ts'
import type { MailContent } from './queries.ts'
import { inZoneOf, type Piece, type Reader, type StatedTime, splitAtTimes } from './zoned-times.ts'

/** Values that differ between recipients. */
type Placeholders = { messageId: string; to: string; unsubscribe: string }

/** Text of a template, and what stands behind it: a value of the recipient, or a time in the reader's zone. */
type TemplatePiece = { text: string; placeholder?: keyof Placeholders; time?: StatedTime | undefined }

/** A mail in wire format, composed once per language. */
export type MailTemplate = {
  pieces: readonly TemplatePiece[]
  /** What stands behind each time, by language and zone of the reader. */
  zonedTimes: Map<string, readonly string[]>
}

/** More than one mailing has; another zone costs a few hundred bytes of each template. */
const MAX_ZONES = 500

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
    const pieces = [
      ...splitHeaders(headers),
      { text: `\r\n${between}${partHead('plain')}` },
      ...splitBody(text),
      { text: `${between}${partHead('html')}` },
      ...splitBody(html),
      { text: `${between}--\r\n` },
    ]
    return { pieces, zonedTimes: new Map() }
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

export const writeHeaders = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

/** One recipient's copy; the lines of `headers` precede those of the template. */
export function fillTemplate(
  template: MailTemplate,
  headers: string,
  values: Placeholders & { reader: Reader },
): string {
  const unsubscribe = encodeLine(values.unsubscribe)
  const times = timesFor(template, values.reader)
  let mail = headers
  let timesSoFar = 0
  for (const { text, placeholder, time } of template.pieces) {
    mail += text
    if (time) mail += times[timesSoFar++]
    else if (placeholder === 'unsubscribe') mail += unsubscribe
    else if (placeholder) mail += values[placeholder]
  }
  return mail
}

/** What stands behind the times for one reader. Formatting a time takes as long as the rest of a copy. */
function timesFor({ pieces, zonedTimes }: MailTemplate, reader: Reader): readonly string[] {
  const key = `${reader.locale} ${reader.timeZone}`
  const known = zonedTimes.get(key)
  if (known) return known
  const times = pieces.flatMap(({ time }) => (time ? encodePiece(inZoneOf(reader, time)) : []))
  if (zonedTimes.size >= MAX_ZONES) zonedTimes.clear()
  zonedTimes.set(key, times)
  return times
}

function splitHeaders(headers: string): TemplatePiece[] {
  const inOrder = (['messageId', 'to'] as const).toSorted(
    (a, b) => headers.indexOf(MARKS[a]) - headers.indexOf(MARKS[b]),
  )
  const form: TemplatePiece[] = []
  let offset = 0
  for (const placeholder of inOrder) {
    const end = headers.indexOf(MARKS[placeholder], offset)
    form.push({ text: headers.slice(offset, end), placeholder })
    offset = end + MARKS[placeholder].length
  }
  return [...form, { text: headers.slice(offset) }]
}

/** Encodes as quoted-printable. Soft line breaks keep each unsubscribe mark unbroken on its own line. */
function splitBody(pieces: readonly Piece[]): TemplatePiece[] {
  const parts = pieces.flatMap(({ text, time }): TemplatePiece[] => {
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

/** Room for the two characters by which an escaped dot is longer; quoted-printable lines have at most 76. */
const LINE_LENGTH = 74

/**
 * The library's encoder checks every byte; this quicker test skips it for texts that need no escapes. A dot that begins
 * a line is escaped, else the whole mail of each recipient would be searched for such dots and changed.
 */
const encodeLine = (text: string): string =>
  wrap(ODD.test(text) ? encode(text) : text.replaceAll('=', '=3D'), LINE_LENGTH).replaceAll(
    /(^|\r\n)\./g,
    '$1=2E',
  )
