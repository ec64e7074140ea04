import type { NotificationDraft, NotificationUpdate } from '@aviary/contract/notifications/schemas'
import type { YesNo } from '@aviary/contract/rules'

type Flags = { is_internal: YesNo; is_test: YesNo }

/** What a token previews and then mails: the fields of a notification by which its mails and their readers differ. */
export function getSending(sent: NotificationDraft | NotificationUpdate, { is_internal, is_test }: Flags) {
  const { mwin_id, n_type, title, body, broadcast } = sent
  const { subject = null, start_date = null, end_date = null, send_time = null } = sent
  const times = { start_date, end_date, send_time }
  return {
    kind: 'notification' as const,
    content: { ...{ mwin_id, n_type, title, body, subject, broadcast, is_internal, is_test }, ...times },
  }
}
