import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../database/open.ts'
import type { Author } from '../../http/call.ts'
import { Conflict } from '../../http/errors.ts'
import { hasWaitingForOutside } from '../notifications/public.ts'
import { wasMaintenancePublished } from '../published/public.ts'
import type { EventFields } from './checks.ts'
import type { EventRow } from './queries.ts'

/** What the mails of an event depend on. */
const getMailed = ({ startDate, endDate, dataCenters }: EventFields) => ({ startDate, endDate, dataCenters })

type EventEdit = { before: EventRow; after: EventFields }

const isForStaff = ({ isInternal, isTest }: Pick<EventFields, 'isInternal' | 'isTest'>): boolean =>
  isInternal || isTest

/**
 * Refuses a token without `broadcast:external` that changes what people outside know, or are to be mailed, of an
 * event. No token changes what waiting mails say or whom they reach outside: nobody has previewed that.
 */
export async function requireOutsideForEvent(
  db: Db,
  { tokenId, requireScope }: Author,
  { before, after }: EventEdit,
): Promise<void> {
  if (tokenId === undefined) return
  const isWaiting = await hasWaitingForOutside(db, before.eventId)
  const wasWaiting = isWaiting && !isForStaff(before)
  const willBeMailed = isWaiting && !isForStaff(after)
  if (wasWaiting || willBeMailed || (await wasMaintenancePublished(db, before.eventId)))
    requireScope('broadcast:external')
  const isOther = !wasWaiting || !isDeepStrictEqual(getMailed(before), getMailed(after))
  if (willBeMailed && isOther)
    throw new Conflict(
      'A notification of this event waits to be mailed to people outside, and would now say something else or reach others. Set its broadcast to N, change the event, preview the notification, and set its broadcast to Y again. Nothing has been stored or sent',
    )
}
