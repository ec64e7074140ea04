import { SIMILAR_INCIDENTS_MOST } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/correlation/endpoints'
import { type SharedWithIncident, sharedOf, similarityOf } from '@aviary/contract/correlation/rules'
import { significantWords, wordsIn } from '@aviary/contract/correlation/words'
import type { AnswerOf, InputOf } from '@aviary/contract/endpoint'
import type { Call } from '../../http/call.ts'
import { presentMarked } from '../changes/public.ts'
import { requireVisibleIncident } from '../incidents/public.ts'
import * as queries from './queries.ts'

type Query = InputOf<typeof endpoints.listSimilarIncidents>['query']

/** Words by which incidents are searched, the rarest; each of them costs time. */
const MOST_SEARCHED_WORDS = 8
/** A word that more incidents have is searched for only together with a rarer one. */
const MOST_WITH_RARE_WORD = 400
/** Shared words that the answer names. */
const MOST_SHARED_WORDS = 5

/** Incidents that share CIs, services or words with an incident, the most alike first. */
export async function listSimilarIncidents(
  { db, sees }: Pick<Call, 'db' | 'sees'>,
  { jira_id }: Query,
): Promise<AnswerOf<typeof endpoints.listSimilarIncidents>> {
  const incident = await requireVisibleIncident({ db, sees }, jira_id)
  const withInternal = sees('read:internal')
  const names = { cis: incident.cis, ...(await queries.getPlaces(db, incident.incidentId)) }
  const words = significantWords(incident.details)
  const rows = await queries.listSimilarRows(db, {
    ...{ incidentId: incident.incidentId, names, withInternal },
    wordQuery: words.length > 1 ? await makeWordQuery(db, words) : undefined,
  })
  const best = selectMostAlike(rows, { ...names, words })
  const ids = best.map(({ incidentId }) => incidentId)
  const listed = await queries.listWithRootCause(db, ids, withInternal)
  const byId = new Map(listed.map((found) => [found.row.incidentId, found]))
  return {
    items: best.flatMap(({ incidentId, shared }) => {
      const found = byId.get(incidentId)
      return found ? [{ ...presentMarked(found.row), root_cause: found.rootCause, shared }] : []
    }),
  }
}

/**
 * Finds details with a rare word and another one, as `tsquery`. Words consist of letters and digits only, so that
 * nothing in them is escaped.
 */
async function makeWordQuery(db: Call['db'], words: readonly string[]): Promise<string | undefined> {
  const searched = await queries.listWordFrequencies(db, words, MOST_SEARCHED_WORDS)
  const pairs = searched
    .filter(({ frequency, incidents }) => frequency * incidents <= MOST_WITH_RARE_WORD)
    .map((rare) => {
      const others = searched.filter(({ word }) => word !== rare.word).map(({ word }) => `'${word}'`)
      return `'${rare.word}' & (${others.join(' | ')})`
    })
  return pairs.length > 0 ? pairs.join(' | ') : undefined
}

function selectMostAlike(rows: readonly queries.SimilarRow[], own: SharedWithIncident) {
  return rows
    .map(({ incident_id, started, details, ...names }) => {
      const words = wordsIn(details)
      const sharedWords = own.words.filter((word) => words.has(word))
      const shared = { ...sharedOf(own, names), words: sharedWords.slice(0, MOST_SHARED_WORDS) }
      return { incidentId: incident_id, started, shared, similarity: similarityOf(shared) }
    })
    .filter(({ similarity }) => similarity > 0)
    .toSorted((a, b) => b.similarity - a.similarity || b.started - a.started || b.incidentId - a.incidentId)
    .slice(0, SIMILAR_INCIDENTS_MOST)
}
