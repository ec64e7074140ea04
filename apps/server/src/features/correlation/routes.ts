import * as endpoints from '@aviary/contract/correlation/endpoints'
import { type Route, serveFromMemory } from '../../http/call.ts'
import { SEARCH_TIMEOUT_MS, withTimeLimit } from '../changes/public.ts'
import { listChangesBefore } from './changes-before.ts'
import { listIncidentsAfter } from './incidents-after.ts'
import { listSimilarIncidents } from './similar.ts'

// Answers are kept in memory, because they are the same for all people and many people open them in the first
// minutes of an incident.
export const correlationRoutes: Route[] = [
  serveFromMemory(
    endpoints.listChangesBefore,
    ['changes', 'maintenance', 'incidents', 'reference'],
    async (query, db, { sees }) => ({
      answer: await withTimeLimit(db, SEARCH_TIMEOUT_MS, (transaction) =>
        listChangesBefore({ db: transaction.db, sees }, query),
      ),
    }),
  ),

  serveFromMemory(
    endpoints.listIncidentsAfter,
    ['changes', 'incidents', 'reference'],
    async (query, db, { sees }) => ({
      answer: await withTimeLimit(db, SEARCH_TIMEOUT_MS, (transaction) =>
        listIncidentsAfter({ db: transaction.db, sees }, query),
      ),
    }),
  ),

  serveFromMemory(
    endpoints.listSimilarIncidents,
    ['incidents', 'reference'],
    async (query, db, { sees }) => ({
      answer: await withTimeLimit(db, SEARCH_TIMEOUT_MS, (transaction) =>
        listSimilarIncidents({ db: transaction.db, sees }, query),
      ),
    }),
  ),
]
