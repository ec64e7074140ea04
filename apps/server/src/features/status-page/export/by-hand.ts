import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { escapeHtml } from '@aviary/contract/escape-html'
import type { Severity } from '@aviary/contract/status/rules'
import { parseJson } from '../../../process/parse-json.ts'
import { SNAPSHOT } from '../files.ts'
import { type PublicStatus, publicStatus } from '../snapshot/schema.ts'
import { BY_HAND, exportStatus } from './exporter.ts'
import { putFile, readIfThere } from './write-folder.ts'

/**
 * Publishes a status in a folder by hand. From then on nothing automatic writes there, until `resumeFolder`: what a
 * person says while Aviary is away stands above what Aviary last knew.
 */
export async function publishByHand(folder: string, status: PublicStatus, now: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await putFile(path.join(folder, BY_HAND), Buffer.from(`${JSON.stringify({ at: now })}\n`), now)
  await exportStatus(folder, status, { now, isChecked: false, isByHand: true })
}

/** Lets Aviary write a folder again. */
export const resumeFolder = (folder: string): Promise<void> => rm(path.join(folder, BY_HAND), { force: true })

/** What was last published in a folder, or that nothing is known. */
export async function readPublished(folder: string, provider: string, now: Date): Promise<PublicStatus> {
  const bytes = await readIfThere(path.join(folder, SNAPSHOT))
  const known = publicStatus.safeParse(parseJson(bytes?.toString() ?? '')).data
  const nothing = { services: [], data_centers: [], cells: [], incidents: [], maintenance: [] }
  const page = { id: toId(), provider, updated_at: null }
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
