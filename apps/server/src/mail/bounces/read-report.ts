import type { Email } from 'postal-mime'
import { storable } from '../failure.ts'
import { MAIL_NAME } from './mail-names.ts'

/** What a mail server says about one recipient (RFC 3464). */
export type Failure = {
  /** Such as `5.1.1` (RFC 3463). */
  status: string
  /** The words of the mail server, to show. */
  response: string
}

export type Report = {
  /** What may be names of our mails: in the addresses it was sent to, then in the mail it returns. */
  names: string[]
  /** Undefined unless the mail could not be delivered; a report of a delay is none. */
  failure: Failure | undefined
}

const LIMITS = {
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
  maxNestingDepth: 10,
  maxHeadersSize: 256 * 1024,
} as const

/** Thrown for a text that is no mail. */
export class NoMail extends Error {}

/** `recipients`: the addresses that the report was sent to, as far as they are known apart from its headers. */
export async function readReport(raw: Buffer, recipients: readonly string[]): Promise<Report> {
  // Loaded only when needed: most processes never read one.
  const { default: PostalMime } = await import('postal-mime')
  let email: Email
  try {
    email = await PostalMime.parse(raw, LIMITS)
  } catch (error) {
    throw new NoMail('The mail cannot be read', { cause: error })
  }
  const parts = email.attachments.map(({ mimeType, content }) => ({ mimeType, text: String(content) }))
  const returned = parts.find(({ mimeType }) =>
    /^(message\/rfc822|text\/rfc822-headers|message\/global)/.test(mimeType),
  )
  const status = parts.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
  return {
    names: [...recipients, ...listAddresses(email), messageIdIn(returned?.text ?? '')].flatMap(
      (text) => text.match(MAIL_NAME) ?? [],
    ),
    failure: status && failureIn(status.text),
  }
}

/** Headers in which mail servers name the address that a mail was delivered to. */
const ADDRESS_HEADERS = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])

const listAddresses = ({ headers }: Email): string[] =>
  headers.filter(({ key }) => ADDRESS_HEADERS.has(key)).map(({ value }) => value)

/** Only of the headers, because a body can quote any other mail. */
function messageIdIn(returned: string): string {
  const [headers = ''] = returned.split(/\r?\n\r?\n/, 1)
  return /^Message-ID:\s*(\S+)/im.exec(headers)?.[1] ?? ''
}

/** The first recipient of a report that the mail did not reach. Our mails have one recipient each. */
function failureIn(report: string): Failure | undefined {
  const groups = report.split(/\r?\n\s*\r?\n/).map(readFields)
  const failed = groups.find((fields) => fields.get('action')?.toLowerCase() === 'failed')
  if (!failed) return undefined
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? '5.0.0'
  const said = failed.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '')
  return { status, response: storable(said || `The mail was not delivered (${status})`) }
}

/** Fields as in a mail's header: a line that begins with a blank continues the one before. */
function readFields(group: string): Map<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value?.trim() ?? '']]
    }),
  )
}
