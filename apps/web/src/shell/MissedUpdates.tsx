import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { internalTypes, messagesOf } from '@aviary/contract/messages/rules'
import { listReminders, type MissedUpdate } from '@aviary/contract/reminders/endpoints'
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { activeIncidentsQuery, activeIncidentsWithoutMessagesQuery } from '../shared/active-incidents.ts'
import { call } from '../shared/api.ts'
import { useMay } from '../shared/may.ts'
import { POST_OPEN, POST_PARAMETER, PUT_OFF_OPEN, PUT_OFF_PARAMETER } from '../shared/post-dialog.ts'
import { useNow } from '../shared/time/clock.ts'
import { exactTime } from '../shared/time/words.ts'
import { useErrorToast } from '../shared/use-error-toast.ts'
import classes from './missed-updates.module.css'

const MAX_SHOWN = 3

/** On every page: the missed updates that concern the person, until they are posted or put off. */
export function MissedUpdates() {
  const { t } = useTranslation()
  const missed = useMissedUpdates()
  const more = missed.length - MAX_SHOWN
  return (
    <div role="status" className={classes.bars}>
      {missed.slice(0, MAX_SHOWN).map((update) => (
        <MissedUpdateBar key={update.jira_id} update={update} />
      ))}
      {more > 0 && (
        <p className={classes.bar}>
          <Link to="/">{t('missed.more', { count: more, number: more })}</Link>
        </p>
      )}
    </div>
  )
}

/**
 * Asks the server only while the open incidents, which the navigation has loaded, have a missed update: on most days
 * there is none.
 */
function useMissedUpdates(): MissedUpdate[] {
  const { t, i18n } = useTranslation()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const shown = useQuery({ ...activeIncidentsQuery(i18n.language), enabled: false })
  const counted = useQuery({ ...activeIncidentsWithoutMessagesQuery(i18n.language), enabled: false })
  const isNewer = counted.dataUpdatedAt > shown.dataUpdatedAt
  const incidents = (isNewer ? counted.data : shown.data?.payload) ?? []
  const known = incidents.flatMap(({ jiraId, nextUpdateDue }) =>
    nextUpdateDue && Date.parse(nextUpdateDue) <= now ? `${jiraId} ${nextUpdateDue}` : [],
  )
  const { data = [], error } = useQuery({
    queryKey: ['incidents', 'missed', ...known],
    queryFn: async ({ signal }) => (await call(listReminders, { signal })).missed_updates,
    enabled: known.length > 0,
    placeholderData: (before) => before,
  })
  useErrorToast(error, t('toast.missed'))
  // What was posted or put off since the server was asked is not shown any more.
  return data.filter(({ jira_id, next_update_due }) => known.includes(`${jira_id} ${next_update_due}`))
}

function MissedUpdateBar({ update }: { update: MissedUpdate }) {
  const { t, i18n } = useTranslation()
  const may = useMay()
  const { jira_id: id, next_update_due, priority_type, is_internal, owner } = update
  const time = exactTime(Date.parse(next_update_due), i18n.language)
  const mayPost = may(messagesOf[priority_type].create) && (is_internal === 'N' || may(internalTypes))
  const linkTo = { to: '/details/$id', params: { id } } as const
  return (
    <section className={classes.bar} aria-label={t('missed.label', { id })}>
      <IconClockExclamation size={18} aria-hidden />
      <p>
        {t('missed.text', { id, time })}
        {owner && ` ${t('missed.owner', { person: owner })}`}
      </p>
      {mayPost ? (
        <>
          <Link
            {...linkTo}
            search={{ [POST_PARAMETER]: POST_OPEN } as never}
            aria-label={`${t('missed.post')}: ${id}`}
          >
            {t('missed.post')}
          </Link>
          <Link
            {...linkTo}
            search={{ [PUT_OFF_PARAMETER]: PUT_OFF_OPEN } as never}
            aria-label={`${t('missed.putOff')}: ${id}`}
          >
            {t('missed.putOff')}
          </Link>
        </>
      ) : (
        <Link {...linkTo}>{t('idDetails', { id })}</Link>
      )}
    </section>
  )
}
