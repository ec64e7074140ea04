import { randomBytes } from 'node:crypto'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { escapeHtml } from '@aviary/contract/escape-html'
import type { Severity } from '@aviary/contract/status/rules'
import { parseJson } from '../../../process/parse-json.ts'
import { SNAPSHOT } from '../files.ts'
import { type PublicStatus, publicStatus } from '../snapshot/schema.ts'
import { BY_HAND, exportStatus } from './exporter.ts'
import type { Place } from './place.ts'

/**
 * Publishes a status by hand. From then on nothing automatic writes there, until `resumePlace`: what a person says while
 * Aviary is away stands above what Aviary last knew.
 */
export async function publishByHand(place: Place, status: PublicStatus, now: Date): Promise<void> {
  const content = `${JSON.stringify({ at: now })}\n`
  await place.put({ name: BY_HAND, type: 'application/json', content }, now)
  await exportStatus(place, status, { now, isByHand: true })
}

/** Lets Aviary write to a place again. */
export const resumePlace = (place: Place): Promise<void> => place.remove(BY_HAND)

/** What was last published in a place, or that nothing is known. */
export async function readPublished(place: Place, provider: string, now: Date): Promise<PublicStatus> {
  const known = publicStatus.safeParse(parseJson((await place.read(SNAPSHOT)) ?? '')).data
  const nothing = { services: [], data_centers: [], cells: [], incidents: [], maintenance: [] }
  const page = { id: toId(), provider, url: null, subscribe_url: null, updated_at: null }
  return known ?? { page, first_day: now.toISOString().slice(0, 10), days: 1, known_since: 1, ...nothing }
}

export type Said = { text: string; severity: Severity }

/** Puts what a person says on top of a status, as an incident that is open. */
export function addIncident(status: PublicStatus, { text, severity }: Said, now: Date): PublicStatus {
  const at = now.toISOString()
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p>${escapeHtml(part.trim())}</p>`)
  const update = {
    ...{ id: toId(), version: 1, type: 'Update', published_at: at },
    titles: { [FALLBACK_LOCALE]: 'Update' },
    bodies: { [FALLBACK_LOCALE]: paragraphs.join('') },
  }
  const incident = {
    ...{ id: toId(), severity, is_resolved: false, started_at: at, resolved_at: null, next_update_at: null },
    ...{ updated_at: at, services: [], data_centers: [], updates: [update] },
  }
  const page = { ...status.page, updated_at: at }
  return publicStatus.parse({ ...status, page, incidents: [incident, ...status.incidents] })
}

const DIGITS = '0123456789abcdefghijklmnopqrstuv'

/** Of something that no database knows. */
const toId = (): string => [...randomBytes(26)].map((byte) => DIGITS[byte % DIGITS.length]).join('')
