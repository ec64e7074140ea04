import { LONGEST_LINK } from '@aviary/contract/ingest/schemas'
import { httpLink } from '@aviary/contract/rules'
import { type Foreign, objectIn, textIn } from '../foreign.ts'

/** Annotations that may hold a link for an alert, the most helpful first. */
const ANNOTATIONS = [
  ...['dashboard_url', 'dashboardURL', 'dashboard', '__dashboardURL__'],
  ...['runbook_url', 'runbookURL', 'runbook', 'link', 'url'],
]

/** Link of an alert: its dashboard, else its runbook, else the rule's page; null if it has none. */
export function linkOf(alert: Foreign): string | null {
  const annotations = objectIn(alert, 'annotations')
  const annotationTexts = ANNOTATIONS.map((name) => textIn(annotations, name))
  const grafanaLinks = ['dashboardURL', 'panelURL'].map((name) => textIn(alert, name))
  for (const text of [...annotationTexts, ...grafanaLinks, textIn(alert, 'generatorURL')]) {
    const link = readLink(text)
    if (link) return link
  }
  return null
}

/** Normalizes a link as browsers do; undefined unless it is an http(s) URL without a password. */
function readLink(text: string): string | undefined {
  const link = text.length <= LONGEST_LINK ? URL.parse(text)?.href : undefined
  return link && link.length <= LONGEST_LINK && httpLink.test(link) ? link : undefined
}
