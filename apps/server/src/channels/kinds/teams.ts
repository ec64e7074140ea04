import { judge, type Outgoing, type Sent } from './kind.ts'
import { type Notice, shorten, toLine, toNotice } from './notice.ts'
import { postJson } from './post-json.ts'

/** Teams refuses messages of about 28 kB. */
const LARGEST_CARD = 24_000
const LONGEST_TEXT = 12_000

/** Text as it is: in other elements Teams would take parts of it for markup, and so for links. */
const plain = (...inlines: object[]) => ({
  type: 'RichTextBlock',
  inlines: inlines.map((inline) => ({ type: 'TextRun', ...inline })),
})

const STYLES = {
  OUTAGE: 'attention',
  PARTIAL_OUTAGE: 'attention',
  PERFORMANCE: 'warning',
  PARTIAL_PERFORMANCE: 'warning',
  NORMAL: 'accent',
} as const

const styleOf = ({ isResolved, severity }: Notice) =>
  isResolved ? 'good' : severity ? STYLES[severity] : 'emphasis'

function toCard(notice: Notice, longest: number) {
  const text = shorten(notice.text, longest)
  const isCut = notice.isCut || text !== notice.text
  const { link, dialogs, texts } = notice
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    fallbackText: shorten(toLine(notice), 300),
    body: [
      {
        type: 'Container',
        style: styleOf(notice),
        bleed: true,
        items: [plain({ text: shorten(toLine(notice), 300), weight: 'Bolder', size: 'Medium' })],
      },
      ...notice.facts.map(({ label, value }) =>
        plain({ text: `${label}: `, weight: 'Bolder' }, { text: value || '–' }),
      ),
      ...text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => plain({ text: line })),
    ],
    ...(link && {
      actions: [{ ...link, text: isCut ? texts.readOn : link.text }, ...dialogs].map(({ text, address }) => ({
        ...{ type: 'Action.OpenUrl', title: text, url: address },
      })),
    }),
  }
}

const envelope = (content: object) => ({
  type: 'message',
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
})

/** The message with an adaptive card. Its text is cut, then facts are left out, until Teams takes it. */
function toTeamsMessage(notice: Notice) {
  let { facts } = notice
  for (let longest = LONGEST_TEXT; ; longest = Math.floor(longest / 2)) {
    const message = envelope(toCard({ ...notice, facts }, longest))
    if (Buffer.byteLength(JSON.stringify(message)) <= LARGEST_CARD) return message
    if (longest === 0) facts = facts.slice(0, -1)
  }
}

/** Posts to a workflow of Teams. It answers 202 before it knows whether it can show the card. */
export async function sendToTeams(out: Outgoing): Promise<Sent> {
  const notice = toNotice({ event: out.event, earlier: out.earlier?.event, locale: out.locale })
  const answer = await postJson(out.address, toTeamsMessage(notice), out)
  return { answer, verdict: judge(answer) }
}
