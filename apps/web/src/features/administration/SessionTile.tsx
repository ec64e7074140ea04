import { endSession } from '@aviary/contract/administration/endpoints'
import type { PersonSession } from '@aviary/contract/administration/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { RowTime } from '../../ui/Time.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { toBrowserName } from './browser-name.ts'
import { Tile } from './Tile.tsx'
import { useSessions } from './use-administration.ts'

const BY_SEEN = { key: 'seen', isDescending: true }
const textOf = (session: PersonSession) => [session.email, session.user_agent ?? ''].join(' ')

/** Sessions with a button to end each: the signed-in person's, or everybody's for administrators. */
export function SessionTile({ whose }: { whose: 'own' | 'all' }) {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const sessions = useSessions(whose)
  const failed = t('toast.session.endFailed')
  const endOne = useWrite(bodyTo(endSession), {
    topics: ['rights'],
    done: t('toast.session.ended'),
    failed,
  })
  const endOthers = useWrite(bodyTo(endSession), {
    topics: ['rights'],
    done: t('toast.session.othersEnded'),
    failed,
  })
  const { mutate: end, isPending: isEnding } = endOne
  const currentSession = sessions.data?.find(({ is_current }) => is_current)
  const others =
    sessions.data?.filter((other) => other.user_id === currentSession?.user_id && !other.is_current) ?? []
  const actions = useMemo(
    (): RowActions<PersonSession> => ({
      title: t('list.actions'),
      singleWidth: '7rem',
      nameOf: (session) => `${session.email} ${toBrowserName(session.user_agent) ?? ''}`,
      of: (session) => [
        {
          label: t('session.end'),
          disabledReason: offline ?? (session.is_current ? t('session.isThis') : undefined),
          run: () => isEnding || end({ session_id: session.session_id }),
        },
      ],
    }),
    [t, offline, end, isEnding],
  )
  return (
    <Tile
      name="sessions"
      title={t(whose === 'own' ? 'sessions.own' : 'sessions.title')}
      rows={sessions}
      columns={useColumns()}
      rowId={({ session_id }) => session_id}
      initialSort={BY_SEEN}
      textOf={textOf}
      actions={actions}
      add={
        whose === 'own'
          ? {
              text: t('session.endOthers'),
              disabledReason: offline ?? (others.length === 0 ? t('session.noOthers') : undefined),
              run: () =>
                currentSession &&
                !endOthers.isPending &&
                endOthers.mutate({ all_of_user_id: currentSession.user_id }),
            }
          : undefined
      }
    />
  )
}

function useColumns(): readonly Column<PersonSession>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      { key: 'email', title: t('field.email'), width: '18rem', card: 'title', value: ({ email }) => email },
      {
        key: 'browser',
        title: t('field.browser'),
        card: 'line',
        value: ({ user_agent }) => toBrowserName(user_agent) ?? t('session.unknown'),
        render: (session) => (
          <span data-tip={session.user_agent ?? undefined}>
            {toBrowserName(session.user_agent) ?? t('session.unknown')}{' '}
            {session.is_current && <strong>{t('session.this')}</strong>}
          </span>
        ),
      },
      {
        key: 'created',
        title: t('field.signedIn'),
        width: TIME_WIDTH,
        value: ({ created_date }) => created_date,
        render: ({ created_date }) => <RowTime at={created_date} />,
      },
      {
        key: 'seen',
        title: t('field.lastSeen'),
        width: TIME_WIDTH,
        value: ({ last_seen_date }) => last_seen_date,
        render: ({ last_seen_date }) => <RowTime at={last_seen_date} />,
      },
    ],
    [t],
  )
}
