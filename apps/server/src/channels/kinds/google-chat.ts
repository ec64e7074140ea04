import { judge, type Outgoing, type Sent } from './kind.ts'
import { type Notice, shorten, toLine, toNotice } from './notice.ts'
import { postJson } from './post-json.ts'

const LONGEST_TEXT = 3_900
const LONGEST_FACT = 150
const MOST_FACTS = 10

/** A zero-width space after each `<` keeps a text from being a mention or a disguised link. */
const plain = (text: string): string => text.replaceAll('<', '<\u200b')

const link = (address: string, text: string): string =>
  `<${address.replaceAll('|', '%7C').replaceAll('>', '%3E')}|${plain(text).replaceAll('|', '/')}>`

/** The text of a message in Google Chat. The text is cut, then facts are left out, until it fits. */
function toGoogleChatText(notice: Notice): string {
  let facts = notice.facts.slice(0, MOST_FACTS)
  let { text, isCut } = notice
  for (let longest = LONGEST_TEXT; ; longest = Math.floor(longest / 2)) {
    const lines = toLines({ ...notice, facts, text, isCut })
    if (lines.length <= LONGEST_TEXT) return lines
    if (text === '') facts = facts.slice(0, -1)
    text = shorten(text, longest)
    isCut = true
  }
}

const toLines = (notice: Notice): string =>
  [
    `*${plain(shorten(toLine(notice), 300)).replaceAll('*', '∗')}*`,
    ...notice.facts.map(({ label, value }) =>
      plain(`${shorten(label, LONGEST_FACT)}: ${shorten(value, LONGEST_FACT)}`),
    ),
    plain(notice.text),
    notice.link && link(notice.link.address, notice.isCut ? notice.texts.readOn : notice.link.text),
    ...notice.dialogs.map(({ text, address }) => link(address, text)),
  ]
    .filter(Boolean)
    .join('\n')

/** Posts to a space of Google Chat; messages about the same incident share a thread. */
export async function sendToGoogleChat(out: Outgoing): Promise<Sent> {
  const notice = toNotice({ event: out.event, earlier: out.earlier?.event, locale: out.locale })
  const url = new URL(out.address)
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
  const thread = out.event.type === 'webhook.test' ? {} : { thread: { threadKey: out.threadId } }
  const answer = await postJson(url.href, { text: toGoogleChatText(notice), ...thread }, out)
  return { answer, verdict: judge(answer) }
}
