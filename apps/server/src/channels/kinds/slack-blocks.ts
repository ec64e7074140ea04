import { type Notice, shorten, toLine } from './notice.ts'
import { escapeMarkup, toLink, toTime } from './slack-markup.ts'

/** What stays below Slack's limits: of a header, a section, a field (2,000 once escaped), and of all blocks. */
const LONGEST_HEADER = 150
const LONGEST_SECTION = 2_900
const LONGEST_LABEL = 80
const LONGEST_VALUE = 300
const MOST_FIELDS = 10
const LONGEST_FIELDS = 6_000
const LONGEST_SUMMARY = 300

/** An address ends before white space, what stands around it, and the sign that Slack shows another text after. */
const ADDRESS = /https?:\/\/[^\s|<>"'()]*[^\s|<>"'().,;:!?]/g

/** Escaped text in which addresses are links. `verbatim` keeps Slack from linking anything else. */
const toMarkup = (text: string) => {
  let at = 0
  let markup = ''
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    markup += `${escapeMarkup(text.slice(at, index))}<${escapeMarkup(address)}>`
    at = index + address.length
  }
  return { type: 'mrkdwn' as const, text: markup + escapeMarkup(text.slice(at)), verbatim: true }
}

/** The text that fits into a section once it is escaped. */
function fit(text: string): string {
  for (let largest = LONGEST_SECTION; ; largest = Math.floor(largest * 0.8)) {
    const shortened = shorten(text, largest)
    if (toMarkup(shortened).text.length <= LONGEST_SECTION) return shortened
  }
}

const markup = (text: string) => ({ type: 'mrkdwn' as const, text, verbatim: true })

/** The first facts, as many as fit. */
function toFields({ facts }: Notice) {
  const fields = facts
    .slice(0, MOST_FIELDS)
    .map(({ label, value }) =>
      markup(
        `*${escapeMarkup(shorten(label, LONGEST_LABEL))}*\n${escapeMarkup(shorten(value, LONGEST_VALUE))}`,
      ),
    )
  let length = 0
  return fields.filter(({ text }) => {
    length += text.length
    return length <= LONGEST_FIELDS
  })
}

/** The body of a message in Slack: a summary for notifications, and blocks. */
export function toSlackMessage(notice: Notice) {
  const text = fit(notice.text)
  const isCut = notice.isCut || text !== notice.text
  const facts = toFields(notice)
  const linkText = isCut ? notice.texts.readOn : notice.link?.text
  const context = [
    notice.label && escapeMarkup(notice.label),
    toTime(notice.at),
    notice.link && linkText && toLink(notice.link.address, linkText),
    ...notice.dialogs.map(({ text, address }) => toLink(address, text)),
  ]
  return {
    text: escapeMarkup(shorten(toLine(notice), LONGEST_SUMMARY)),
    blocks: [
      {
        type: 'header' as const,
        text: { type: 'plain_text' as const, text: shorten(notice.title, LONGEST_HEADER), emoji: false },
      },
      ...(facts.length > 0 ? [{ type: 'section' as const, fields: facts }] : []),
      ...(text === '' ? [] : [{ type: 'section' as const, text: toMarkup(text) }]),
      { type: 'context' as const, elements: [markup(context.filter(Boolean).join(' · '))] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}
