import type { Db } from '../../database/open.ts'
import type { MailSettings } from '../../mail/public.ts'
import type { EventRow } from '../maintenance/public.ts'
import { getCriteria, type Mailable, renderContents } from './notification-mail.ts'

/** When a notification is mailed, and its own start and end, as a call gives them. */
type Times = { start_date?: unknown; end_date?: unknown; send_time?: unknown }

/** What a token previews and then mails: the mails, who gets them, and when. */
export const getSending = (
  db: Db,
  sending: { sent: Times; notification: Mailable; event: EventRow },
  settings: MailSettings,
) => ({
  kind: 'notification' as const,
  getContent: async () => {
    const { sent, notification, event } = sending
    const { start_date = null, end_date = null, send_time = null } = sent
    return {
      eventId: event.eventId,
      times: { start_date, end_date, send_time },
      contents: await renderContents(db, { notification, event }, settings),
      criteria: getCriteria(notification, event, settings),
    }
  },
})

/** Whether a notification goes to people outside, now or once its event is for them. */
export const isForOutside = ({
  isBroadcast,
  isInternal,
  isTest,
}: Pick<Mailable, 'isInternal' | 'isTest'> & { isBroadcast: boolean }): boolean =>
  isBroadcast && !isInternal && !isTest
