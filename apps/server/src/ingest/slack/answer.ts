import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { cutToLength } from '@aviary/contract/cut-text'
import { escapeMarkup, toLink } from '../../channels/public.ts'

export type Button = {
  text: string
  action: string
  /** What the press carries back, at most 2,000 characters. */
  value: string
  style?: 'primary' | 'danger'
}

type Options = {
  /** Shown to the whole channel, not to the sender alone. */
  isPublic?: boolean
  buttons?: readonly Button[]
}

/** Characters that a section of Slack may have. */
const LONGEST_SECTION = 3_000

/**
 * An answer in Slack's markup: whatever people wrote must be escaped in it. Each part is a section, so that a long one
 * does not hide the others.
 */
export function answer(
  markup: string | readonly string[],
  { isPublic = false, buttons = [] }: Options = {},
): SlackMessage {
  const parts = (typeof markup === 'string' ? [markup] : markup).filter((part) => part !== '').map(fit)
  return {
    response_type: isPublic ? 'in_channel' : 'ephemeral',
    text: parts.join('\n'),
    blocks: [
      ...parts.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })),
      ...(buttons.length > 0 ? [{ type: 'actions', elements: buttons.map(toElement) }] : []),
    ],
  }
}

/** Whole lines, as many as fit, so that no link is cut. */
function fit(markup: string): string {
  if (markup.length <= LONGEST_SECTION) return markup
  const end = markup.lastIndexOf('\n', LONGEST_SECTION - 2)
  return `${end > 0 ? markup.slice(0, end) : cutToLength(markup, LONGEST_SECTION - 2)}\n…`
}

const toElement = ({ text, action, value, style }: Button) => ({
  type: 'button',
  text: { type: 'plain_text', text },
  ...{ action_id: action, value },
  ...(style && { style }),
})

/** The incident's id, as a link to its page. */
export const incidentLink = (site: string, jiraId: string): string =>
  toLink(`${site}/details/${encodeURIComponent(jiraId)}`, jiraId)

/** Text that people wrote, on one line and cut. */
export const inLine = (text: string, longest = 150): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return escapeMarkup(line.length > longest ? `${cutToLength(line, longest - 1)}…` : line)
}
