import type { SimilarIncident } from '@aviary/contract/correlation/endpoints'
import { countsDown } from '@aviary/contract/incidents/rules'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { durationInWords } from '../../shared/time/words.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import { SeverityWord } from '../incidents/public.ts'
import classes from './correlation.module.css'
import { useSimilarIncidents } from './use-correlation.ts'
import { useSimilarReason } from './use-reason.ts'

/** Incidents like this one, each with its reason. Folded at first: they are searched for only when it is opened. */
export function SimilarIncidents({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation('correlation')
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Panel
      className={isOpen ? undefined : classes.folded}
      title={
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={18} aria-hidden /> {t('similar.title')}
        </button>
      }
    >
      {isOpen && <Results jiraId={jiraId} />}
    </Panel>
  )
}

function Results({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation('correlation')
  const query = useSimilarIncidents(jiraId)
  useErrorToast(query.error, t('similar.toast'))
  return (
    <Loaded query={query} failure={t('similar.error')} loading={t('similar.loading')} rows={5}>
      {(items) =>
        items.length === 0 ? (
          <p>{t('similar.none')}</p>
        ) : (
          <ol className={classes.items}>
            {items.map((item) => (
              <li key={item.jira_id} data-internal={item.is_internal === 'Y' || undefined}>
                <Entry item={item} />
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}

function Entry({ item }: { item: SimilarIncident }) {
  const { t } = useTranslation('correlation')
  const describe = useSimilarReason()
  const params = { id: item.jira_id }
  return (
    <>
      <div className={classes.head}>
        <SeverityWord severity={item.severity} />
        <Link to="/details/$id" params={params}>
          {item.jira_id}
        </Link>
        <span>{item.priority_type}</span>
        {item.is_internal === 'Y' && <InternalMark />}
      </div>
      <p className={classes.reason}>{describe(item.shared)}</p>
      {item.details && <p>{item.details}</p>}
      <p className={classes.where}>
        <RelativeTime at={item.start_date} />
        <Duration item={item} />
        {item.root_cause && (
          <>
            {' · '}
            <Link to="/details/$id" params={params} search={{ story: 'messages' } as never} hash="story">
              {t('similar.rootCause')}
              <span className="visually-hidden"> {item.jira_id}</span>
            </Link>
          </>
        )}
      </p>
    </>
  )
}

/** Nothing for an incident that is over, but whose source reported no end. */
function Duration({ item }: { item: SimilarIncident }) {
  const { t, i18n } = useTranslation(['correlation', 'shell'])
  const { start_date, end_date, status } = item
  if (!end_date) return countsDown(status) && ` · ${t('shell:ongoing')}`
  const duration = durationInWords(Date.parse(end_date) - Date.parse(start_date), i18n.language)
  return ` · ${t('similar.lasted', { duration })}`
}
