import { FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { listNotReached } from '@aviary/contract/messages/endpoints'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, reasonOf } from '../../shared/api.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import classes from './messages.module.css'

/** A button that lists who is not reached, and why. */
export function NotReached({ jiraId, messageType }: { jiraId: string; messageType: string }) {
  const { t } = useTranslation('messages')
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('notReached.title')}
      </Button>
      {isOpen && <People jiraId={jiraId} messageType={messageType} />}
    </div>
  )
}

function People({ jiraId, messageType }: { jiraId: string; messageType: string }) {
  const { t } = useTranslation('messages')
  const [search, setSearch] = useState('')
  const settled = useDebounced(search, FILTER_DEBOUNCE_MS)
  const { data, error, refetch } = useQuery({
    queryKey: ['not-reached', jiraId, messageType, settled],
    queryFn: ({ signal }) =>
      call(listNotReached, {
        query: { jira_id: jiraId, message_type: messageType, search: settled },
        signal,
      }),
  })
  return (
    <>
      <TextInput
        mt={8}
        size="xs"
        label={t('notReached.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {error && (
        <ErrorState
          title={t('notReached.error')}
          reason={reasonOf(error)}
          again={{ run: () => void refetch() }}
        />
      )}
      {!data && !error && <Skeleton rows={3} label={t('notReached.loading')} />}
      {data?.people.length === 0 && <p>{t('notReached.none')}</p>}
      <ul className={classes.people}>
        {data?.people.map(({ email, reason }) => (
          <li key={email}>
            <span>{email}</span> <span className="muted">{t(`notReached.${reason}`)}</span>
          </li>
        ))}
      </ul>
      {data?.more_results && <p className="muted">{t('notReached.more')}</p>}
    </>
  )
}
