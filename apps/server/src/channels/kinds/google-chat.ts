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

/** The text of a message in Google Chat. */
function toGoogleChatText(notice: Notice): string {
  const lines = (text: string, isCut: boolean) =>
    [
      `*${plain(shorten(toLine(notice), 300)).replaceAll('*', '∗')}*`,
      ...notice.facts
        .slice(0, MOST_FACTS)
        .map(({ label, value }) => plain(`${shorten(label, LONGEST_FACT)}: ${shorten(value, LONGEST_FACT)}`)),
      plain(text),
      notice.link && link(notice.link.address, isCut ? notice.texts.readOn : notice.link.text),
    ]
      .filter(Boolean)
      .join('\n')
  const whole = lines(notice.text, notice.isCut)
  if (whole.length <= LONGEST_TEXT) return whole
  for (let longest = LONGEST_TEXT; ; longest = Math.floor(longest * 0.8)) {
    const cut = lines(shorten(notice.text, longest), true)
    if (cut.length <= LONGEST_TEXT || longest < 100) return cut
  }
}

/** Posts to a space of Google Chat; messages about the same incident share a thread. */
export async function sendToGoogleChat(out: Outgoing): Promise<Sent> {
  const notice = toNotice({ event: out.event, earlier: out.earlier?.event, locale: out.locale })
  const url = new URL(out.address)
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
  const thread = out.event.type === 'webhook.test' ? {} : { thread: { threadKey: out.threadId } }
  const answer = await postJson(url.href, { text: toGoogleChatText(notice), ...thread }, out)
  return { answer, verdict: judge(answer) }
}
