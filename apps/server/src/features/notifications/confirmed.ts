import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Confirmed } from '@aviary/contract/notifications/schemas'
import { nameFor } from '../../http/author.ts'
import type { Call } from '../../http/call.ts'
import { Conflict, fault } from '../../http/errors.ts'
import { countRecipients, type MailSettings } from '../../mail/public.ts'
import type { EventRow } from '../maintenance/public.ts'
import { getAudience, getCriteria, type Mailable } from './notification-mail.ts'

type ConfirmedMail = { confirmed: Confirmed; notification: Mailable; event: EventRow }

export function refuseConfirmedWithoutBroadcast(
  broadcast: 'Y' | 'N',
  confirmed: Confirmed | undefined,
): void {
  if (broadcast === 'N' && confirmed) throw fault('confirmed', 'is for broadcast Y')
}

/**
 * Refuses a notification whose event or audience is not as the person confirmed it. Audience, data centers and
 * times of the mail come from the event. Requires the event to be locked.
 */
export async function refuseUnlikeConfirmed(
  { db, sees }: Pick<Call, 'db' | 'sees'>,
  { confirmed, notification, event }: ConfirmedMail,
  settings: MailSettings,
): Promise<void> {
  const audience = getAudience(notification, event)
  const isEventChanged = confirmed.event_version !== event.version
  const isAsConfirmed = !isEventChanged && confirmed.audience === audience
  if (isAsConfirmed && confirmed.recipients === undefined) return
  const criteria = getCriteria(notification, event, settings)
  const groups = await countRecipients(db, criteria, [FALLBACK_LOCALE])
  const total = groups.reduce((sum, { people }) => sum + people, 0)
  if (isAsConfirmed && confirmed.recipients === total) return
  const reach = `${total} ${total === 1 ? 'person' : 'people'}, ${audience}`
  const reason = isEventChanged
    ? `${nameFor({ sees }, event.updatedBy) ?? 'Somebody'} changed the maintenance event after this was confirmed: it would now go to ${reach}`
    : `It would go to ${reach}, not ${isAsConfirmed ? confirmed.recipients : confirmed.audience} as was confirmed`
  throw new Conflict(`${reason}. Nothing has been stored or sent; look at it again`, {
    event_version: event.version,
    audience,
    total,
  })
}
