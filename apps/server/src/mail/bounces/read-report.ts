import type { Email } from 'postal-mime'
import { storable } from '../failure.ts'
import { MAIL_NAME } from './mail-names.ts'

/** A recipient that a mail server could not reach, from its report (RFC 3464). */
export type Failure = {
  /** Such as `5.1.1` (RFC 3463). */
  status: string
  /** Address that was not reached; it differs from the mail's address if the mail was forwarded. */
  recipient: string | undefined
  /** The mail server's reply, for display. */
  response: string
}

export type Report = {
  /** Possible names of our mails: first from the report's recipients, then from the mail that it returns. */
  names: string[]
  /** Empty if the report is not about an undelivered mail, but for example about a delay. */
  failures: Failure[]
}

const LIMITS = {
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
  maxNestingDepth: 10,
  maxHeadersSize: 64 * 1024,
} as const

/** Only the start of a mail is parsed, to limit the time. The report is there, before the mail that it returns. */
export const READ_BYTES = 256 * 1024
const READ_LINES = 8_000
const LONGEST_REPORT = 64 * 1024
const MAX_NAMES = 20

/** `recipients`: addresses that the report was sent to, if known apart from its headers, as from the envelope. */
export async function readReport(raw: Buffer, recipients: readonly string[]): Promise<Report> {
  // Loaded only when needed: most processes never read a report.
  const { default: PostalMime } = await import('postal-mime')
  let email: Email
  try {
    email = await PostalMime.parse(startOf(raw), LIMITS)
  } catch {
    // Parts nested too deeply, or headers too long: no mail server writes such a report.
    return { names: [], failures: [] }
  }
  const parts = email.attachments.map(({ mimeType, content }) => ({ mimeType, text: String(content) }))
  const returned = parts.find(({ mimeType }) =>
    /^(message\/rfc822|text\/rfc822-headers|message\/global(-headers)?)$/.test(mimeType),
  )
  const status = parts.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
  return {
    names: [...recipients, ...listAddresses(email), messageIdIn(returned?.text ?? '')]
      .flatMap((text) => text.match(MAIL_NAME) ?? [])
      .slice(0, MAX_NAMES),
    failures: status ? failuresIn(status.text) : [],
  }
}

function startOf(raw: Buffer): Buffer {
  const start = raw.subarray(0, READ_BYTES)
  let end = -1
  for (let lines = 0; lines < READ_LINES; lines += 1) {
    end = start.indexOf(0x0a, end + 1)
    if (end === -1) return start
  }
  return start.subarray(0, end)
}

/** Headers in which mail servers name the address that a mail was delivered to. */
const ADDRESS_HEADERS = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

const listAddresses = ({ headers }: Email): string[] =>
  headers.filter(({ key }) => ADDRESS_HEADERS.has(key)).map(({ value }) => value)

/** Message-ID from the headers only, because the body can quote another mail. */
function messageIdIn(returned: string): string {
  const [headers = ''] = returned.split(/\r?\n\r?\n/, 1)
  return /^Message-ID:\s*(\S+)/im.exec(headers)?.[1] ?? ''
}

/** Failed recipients in a report: one for each of our mails, or several if the mail was forwarded. */
function failuresIn(report: string): Failure[] {
  return readGroups(report).flatMap((fields) => {
    if (fields.get('action')?.toLowerCase() !== 'failed') return []
    const said = textOf(fields.get('diagnostic-code') ?? '')
    const status = statusIn(fields.get('status') ?? '', said)
    const recipient = textOf(fields.get('final-recipient') ?? '').replace(/^<(.*)>$/, '$1') || undefined
    return [{ status, recipient, response: storable(said || `The mail was not delivered (${status})`) }]
  })
}

/** The value of a field such as `rfc822; ana@example.com`. */
const textOf = (field: string): string => field.replace(/^[\w-]+[ \t]*;/, '').trim()

const STATUS = /^[245]\.\d{1,3}\.\d{1,3}(?![.\d])/
/** The status must follow the reply code directly, because a server's IP address looks like a status. */
const STATUS_IN_REPLY = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?![.\d])/

/** Some mail servers always report 5.0.0; then only the other server's reply contains the exact status. */
function statusIn(status: string, said: string): string {
  const exact = STATUS.exec(status)?.[0] ?? '5.0.0'
  return exact.endsWith('.0.0') ? (STATUS_IN_REPLY.exec(said)?.[1] ?? exact) : exact
}

/** Groups of fields, separated by empty lines. A line that begins with a space or tab continues the previous one. */
function readGroups(report: string): Map<string, string>[] {
  const groups = [new Map<string, string>()]
  let last = ''
  // No regular expressions on whole lines: outsiders write these lines, and matching a long one could be slow.
  for (const line of report.slice(0, LONGEST_REPORT).split(/\r\n|\r|\n/)) {
    const fields = groups.at(-1) ?? new Map<string, string>()
    const colon = line.indexOf(':')
    if (line === '') {
      groups.push(new Map())
      last = ''
    } else if (line.startsWith(' ') || line.startsWith('\t'))
      fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`.trim())
    else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase()
      fields.set(last, line.slice(colon + 1).trim())
    }
  }
  return groups
}
