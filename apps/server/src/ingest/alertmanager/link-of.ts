import { LONGEST_LINK } from '@aviary/contract/ingest/schemas'
import { httpLink } from '@aviary/contract/wire'
import { type Foreign, objectIn, textIn } from '../foreign.ts'

/** The annotations that lead to a page about an alert, the most helpful one first. */
const ANNOTATIONS = [
  ...['dashboard_url', 'dashboardURL', 'dashboard', '__dashboardURL__'],
  ...['runbook_url', 'runbookURL', 'runbook', 'link', 'url'],
]

/** The page about an alert: its dashboard, else its runbook, else the rule that made it; null when there is none. */
export function linkOf(alert: Foreign): string | null {
  const annotations = objectIn(alert, 'annotations')
  const told = ANNOTATIONS.map((name) => textIn(annotations, name))
  const grafanaLinks = ['dashboardURL', 'panelURL'].map((name) => textIn(alert, name))
  for (const text of [...told, ...grafanaLinks, textIn(alert, 'generatorURL')]) {
    const link = readLink(text)
    if (link) return link
  }
  return null
}

/** Spelled as browsers do; undefined for anything but http and https, and for one that holds a password. */
function readLink(text: string): string | undefined {
  const link = text.length <= LONGEST_LINK ? URL.parse(text)?.href : undefined
  return link && link.length <= LONGEST_LINK && httpLink.test(link) ? link : undefined
}
