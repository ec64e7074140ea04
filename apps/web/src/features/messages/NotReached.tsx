import { FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { listNotReached } from '@aviary/contract/messages/endpoints'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { scrolledByKeyboard } from '../../ui/scrolled-by-keyboard.ts'
import { Skeleton } from '../../ui/states.tsx'
import classes from './reached.module.css'

/** People who do not get a broadcast, each with the reason. */
export function NotReached({ jiraId, messageType }: { jiraId: string; messageType: string }) {
  const { t } = useTranslation('messages')
  const [search, setSearch] = useState('')
  const settled = useDebounced(search, FILTER_DEBOUNCE_MS)
  const query = useQuery({
    queryKey: ['not-reached', jiraId, messageType, settled],
    queryFn: ({ signal }) =>
      call(listNotReached, {
        query: { jira_id: jiraId, message_type: messageType, search: settled },
        signal,
      }),
  })
  const { data, error } = query
  return (
    <div className={classes.list}>
      <TextInput
        label={t('notReached.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <LoadError query={query} failure={t('notReached.error')} />
      {!data && !error && <Skeleton rows={3} label={t('notReached.loading')} />}
      {data?.people.length === 0 && <p>{t('notReached.none')}</p>}
      {data && data.people.length > 0 && (
        <div className={classes.box} {...scrolledByKeyboard(t('notReached.title'))}>
          <ul className={classes.rows}>
            {data.people.map(({ email, reason }) => (
              <li key={email}>
                <span>{email}</span> <span className="muted">{t(`notReached.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {data?.more_results && <p className="muted">{t('notReached.more')}</p>}
    </div>
  )
}
