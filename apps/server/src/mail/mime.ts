import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import { UNSUBSCRIBE_MARK } from './parts.ts'
import type { MailContent } from './queries.ts'

/** What differs from recipient to recipient. */
type Holes = { messageId: string; to: string; unsubscribe: string }

/** A mail as it goes over the wire, once for all recipients of one language: text with holes in it. */
export type MailForm = { text: string; hole?: keyof Holes }[]

const MARKS = {
  'message-id@aviary.invalid': 'messageId',
  'recipient@aviary.invalid': 'to',
  [UNSUBSCRIBE_MARK]: 'unsubscribe',
} as const

const MARK = /message-id@aviary\.invalid|recipient@aviary\.invalid|%%aviary-unsubscribe%%/g

/** Composing a mail is most of the work of sending it, so it is done once; `fillForm` makes each recipient's copy. */
export async function composeForm(content: MailContent, from: string, date: Date): Promise<MailForm> {
  const root = new MimeNode('multipart/alternative')
  root.setHeader({
    From: from,
    To: 'recipient@aviary.invalid',
    Subject: content.subject,
    'Message-ID': '<message-id@aviary.invalid>',
    Date: date.toUTCString().replace('GMT', '+0000'),
  })
  for (const [type, body] of [
    ['plain', content.text],
    ['html', content.html],
  ] as const)
    root
      .createChild()
      .setRaw(
        `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${encodeBody(body)}`,
      )
  return split((await root.build()).toString('latin1'))
}

/** One recipient's copy; `headers` come before those of the form. */
export const fillForm = (form: MailForm, headers: Record<string, string>, holes: Holes): string => {
  const filled = { ...holes, unsubscribe: encodeLine(holes.unsubscribe) }
  const first = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return first.join('') + form.map(({ text, hole }) => (hole ? text + filled[hole] : text)).join('')
}

/** Quoted-printable. Every mark stands on a line of its own between soft line ends, whole, whatever is around it. */
const encodeBody = (body: string): string =>
  body
    .replaceAll(/\r?\n/g, '\r\n')
    .split(UNSUBSCRIBE_MARK)
    .map(encodeLine)
    .join(`=\r\n${UNSUBSCRIBE_MARK}=\r\n`)

const encodeLine = (text: string): string => wrap(encode(text))

function split(composed: string): MailForm {
  const form: MailForm = []
  let at = 0
  for (const { 0: mark, index } of composed.matchAll(MARK)) {
    form.push({ text: composed.slice(at, index), hole: MARKS[mark as keyof typeof MARKS] })
    at = index + mark.length
  }
  return [...form, { text: composed.slice(at) }]
}
