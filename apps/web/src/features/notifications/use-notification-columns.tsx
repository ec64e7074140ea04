import { FALLBACK_LOCALE, MESSAGE_PREVIEW_MAX_CHARACTERS } from '@aviary/contract/constants'
import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { bodyPreview } from '@aviary/contract/messages/body'
import { isOpenType } from '@aviary/contract/notifications/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useTypeLabel } from '../../shared/use-type-label.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { TestMark } from '../../ui/TestMark.tsx'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { SentMark } from './SentMark.tsx'

const epoch = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** `readAt`: when the mail progress was read, in milliseconds since 1970. */
export function useNotificationColumns(readAt: number): readonly Column<Notification>[] {
  const { t } = useTranslation('notifications')
  const typeLabel = useTypeLabel()
  const getAuthorName = useAuthorName()
  return useMemo(
    () => [
      {
        key: 'type',
        title: t('column.type'),
        width: '160px',
        card: 'tag',
        value: ({ n_type }) => typeLabel(n_type),
      },
      {
        key: 'title',
        title: t('column.title'),
        card: 'title',
        value: ({ title }) => title,
        render: ({ title, is_internal, is_test }) => (
          <>
            {/* The mark stands before the title, because the end of a long title may be cut. */}
            {is_internal === 'Y' && <InternalMark />}
            {is_test === 'Y' && <TestMark />}
            {title}
          </>
        ),
      },
      {
        key: 'subject',
        title: t('column.subject'),
        value: ({ subject }) => subject[FALLBACK_LOCALE] ?? '',
      },
      {
        key: 'body',
        title: t('column.body'),
        isSortable: false,
        value: ({ body }) => bodyPreview(body[FALLBACK_LOCALE] ?? '', MESSAGE_PREVIEW_MAX_CHARACTERS),
      },
      {
        key: 'broadcast',
        title: t('column.broadcast'),
        width: '104px',
        value: ({ broadcast }) => t(broadcast === 'Y' ? 'form.yes' : 'form.no'),
      },
      {
        key: 'when',
        title: t('column.when'),
        width: TIME_WIDTH,
        isTall: true,
        value: ({ send_time, start_date }) => epoch(start_date ?? send_time),
        render: (notification) => <When notification={notification} />,
      },
      {
        key: 'sent',
        title: t('column.sent'),
        width: '160px',
        isTall: true,
        value: ({ sent_time }) => epoch(sent_time),
        render: (notification) => <SentMark notification={notification} readAt={readAt} />,
      },
      {
        key: 'created',
        title: t('column.created'),
        width: '260px',
        value: ({ created_date, id }) => Date.parse(created_date) * 1_000 + id,
        render: ({ created_by, created_date }) => (
          <>
            <RowTime at={created_date} zone={PACIFIC} /> {getAuthorName(created_by)}
          </>
        ),
      },
    ],
    [t, typeLabel, readAt, getAuthorName],
  )
}

/** When a Personalized Open is shown, or when another type is mailed. */
function When({ notification }: { notification: Notification }) {
  const { n_type, start_date, end_date, send_time } = notification
  if (!isOpenType(n_type)) return send_time && <RowTime at={send_time} zone={PACIFIC} />
  return (
    <>
      {start_date && <RowTime at={start_date} zone={PACIFIC} />}
      {end_date && (
        <span>
          – <RowTime at={end_date} zone={PACIFIC} />
        </span>
      )}
    </>
  )
}
