import type { Change } from '@aviary/contract/changes/schemas'
import { CHANGES_BEFORE_DEFAULT_HOURS } from '@aviary/contract/constants'
import type { listIncidentsAfter } from '@aviary/contract/correlation/endpoints'
import { closenessOf } from '@aviary/contract/correlation/rules'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { durationInWords } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Time } from '../../ui/Time.tsx'
import { SeverityWord } from '../incidents/public.ts'
import classes from './correlation.module.css'
import { HoursChoice } from './HoursChoice.tsx'
import { useIncidentsAfter } from './use-correlation.ts'
import { useReason, useSharedNames } from './use-reason.ts'

/** Incidents that began after a change took effect and share a data center, service or CI with the change. */
export function IncidentsAfter({ change }: { change: Change }) {
  const { t } = useTranslation('correlation')
  const id = useId()
  const [hours, setHours] = useState(CHANGES_BEFORE_DEFAULT_HOURS)
  const query = useIncidentsAfter(change, hours)
  const { error, isPlaceholderData } = query
  useErrorToast(error, t('after.toast'))
  return (
    <section aria-labelledby={id} className={classes.after}>
      <div className={classes.afterHead}>
        <h3 id={id}>{t('after.title')}</h3>
        <HoursChoice
          label={t('after.window')}
          getLabel={(duration) => t('when.after', { duration })}
          hours={hours}
          onChange={setHours}
        />
      </div>
      <Loaded query={query} failure={t('after.error')} loading={t('after.loading')} rows={3}>
        {(data) => (
          <div className={classes.found} aria-busy={isPlaceholderData}>
            <Results answer={data} change={change} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

type ResultsProps = { answer: AnswerOf<typeof listIncidentsAfter>; change: Change }

function Results({ answer: { items, more, from, to }, change }: ResultsProps) {
  const { t, i18n } = useTranslation('correlation')
  const reason = useReason()
  const number = useCount()
  const formatNames = useSharedNames()
  if (closenessOf(change) === 0) return <p>{t('after.nameless')}</p>
  if (items.length === 0) {
    const duration = durationInWords(Date.parse(to) - Date.parse(from), i18n.language)
    return <p>{t('after.nothing', { duration })}</p>
  }
  return (
    <>
      <p className="muted">{t('after.claim')}</p>
      <ol className={classes.items}>
        {items.map((item) => (
          <li key={item.incident.jira_id} data-internal={item.incident.is_internal === 'Y' || undefined}>
            <div className={classes.head}>
              <SeverityWord severity={item.incident.severity} />
              <Link to="/details/$id" params={{ id: item.incident.jira_id }}>
                {item.incident.jira_id}
              </Link>
              <span>{item.incident.priority_type}</span>
              {item.incident.is_internal === 'Y' && <InternalMark />}
            </div>
            <p className={classes.reason}>{reason.after(item, change)}</p>
            {item.incident.details && <p>{item.incident.details}</p>}
            <p className={classes.where}>
              {formatNames(item.shared)} · <Time at={item.incident.start_date} />
            </p>
          </li>
        ))}
      </ol>
      {more > 0 && <p>{t('more', { count: more, number: number(more) })}</p>}
    </>
  )
}
