import { SIMILAR_INCIDENTS_MOST } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/correlation/endpoints'
import { similarityOf } from '@aviary/contract/correlation/rules'
import { significantWords } from '@aviary/contract/correlation/words'
import type { AnswerOf, InputOf } from '@aviary/contract/endpoint'
import type { Call } from '../../http/call.ts'
import { presentMarked } from '../changes/public.ts'
import { requireVisibleIncident } from '../incidents/public.ts'
import { getIncidentNames } from './compare.ts'
import * as queries from './queries.ts'

type Query = InputOf<typeof endpoints.listSimilarIncidents>['query']

/** Words by which incidents are searched; each of them costs time. */
const MOST_RARE_WORDS = 6
/** Shared words that the answer names. */
const MOST_SHARED_WORDS = 5

/** Incidents that share CIs, services or words with an incident, the most alike first. */
export async function listSimilarIncidents(
  { db, sees }: Pick<Call, 'db' | 'sees'>,
  { jira_id }: Query,
): Promise<AnswerOf<typeof endpoints.listSimilarIncidents>> {
  const incident = await requireVisibleIncident({ db, sees }, jira_id)
  const withInternal = sees('read:internal')
  const names = (await getIncidentNames(db, [incident]))(incident)
  const words = significantWords(incident.details)
  const rareWords = words.length > 1 ? await queries.listRareWords(db, words, MOST_RARE_WORDS) : []
  const rows = await queries.listSimilarRows(db, {
    ...{ incidentId: incident.incidentId, names, withInternal },
    wordQuery: toWordQuery(rareWords, words),
  })
  const best = selectMostAlike(rows, words)
  const ids = best.map(({ incidentId }) => incidentId)
  const byId = new Map((await queries.listIncidentsById(db, ids)).map((row) => [row.incidentId, row]))
  const rootCauses = await queries.listRootCauses(db, ids, withInternal)
  return {
    items: best.flatMap(({ incidentId, shared }) => {
      const row = byId.get(incidentId)
      const rootCause = rootCauses.find(({ incident_id }) => incident_id === incidentId)
      const root_cause = rootCause ? { message_id: rootCause.message_id, title: rootCause.title } : null
      return row ? [{ ...presentMarked(row), root_cause, shared }] : []
    }),
  }
}

/**
 * Searches for details with a rare word and any other one, as `tsquery`. Words consist of letters and digits only, so
 * that nothing in them is escaped.
 */
function toWordQuery(rareWords: readonly string[], words: readonly string[]): string | undefined {
  if (words.length < 2 || rareWords.length === 0) return undefined
  const quote = (word: string) => `'${word}'`
  return rareWords
    .map((rare) => {
      const others = words.filter((word) => word !== rare)
      return `${quote(rare)} & (${others.map(quote).join(' | ')})`
    })
    .join(' | ')
}

function selectMostAlike(rows: readonly queries.SimilarRow[], words: readonly string[]) {
  return rows
    .map(({ incident_id, started, details, ...names }) => {
      const otherWords = new Set(significantWords(details))
      const sharedWords = words.filter((word) => otherWords.has(word))
      const shared = { ...names, words: sharedWords.slice(0, MOST_SHARED_WORDS) }
      return { incidentId: incident_id, started, shared, similarity: similarityOf(shared) }
    })
    .filter(({ similarity }) => similarity > 0)
    .toSorted((a, b) => b.similarity - a.similarity || b.started - a.started || b.incidentId - a.incidentId)
    .slice(0, SIMILAR_INCIDENTS_MOST)
}
