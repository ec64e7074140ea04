import { judge, type Outgoing, type Sent } from './kind.ts'
import { shorten, toLine, toNotice } from './notice.ts'
import { postJson } from './post-json.ts'

const LONGEST_SUMMARY = 1_024
/** PagerDuty takes events of up to 512 kB; nobody reads that much beside an incident. */
const LONGEST_DETAIL = 2_000

/** Sends a change event to PagerDuty: people see it beside their incidents, and nobody is paged. */
export async function sendToPagerDuty(out: Outgoing): Promise<Sent> {
  const notice = toNotice({ event: out.event, earlier: out.earlier?.event, locale: out.locale })
  const details = notice.facts.map(({ label, value }) => [label, value] as const)
  const text = notice.text === '' ? [] : [['text', shorten(notice.text, LONGEST_DETAIL)] as const]
  const event = {
    routing_key: out.address,
    payload: {
      summary: shorten(toLine(notice), LONGEST_SUMMARY),
      timestamp: notice.at,
      source: 'Aviary',
      custom_details: Object.fromEntries([...details, ...text]),
    },
    links: notice.link ? [{ href: notice.link.address, text: notice.link.text }] : [],
  }
  const answer = await postJson(`${out.rules.pagerDutyUrl}/v2/change/enqueue`, event, out)
  return { answer, verdict: judge(answer) }
}
