import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { splitJiraIds } from '@aviary/contract/maintenance/rules'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TestMark } from '../../ui/TestMark.tsx'
import { Time } from '../../ui/Time.tsx'
import { FlagMark, useAudience, useJiraLinks } from './event-cells.tsx'
import type { Kind } from './event-values.ts'
import classes from './maintenance.module.css'
import { Overlaps } from './Overlaps.tsx'
import { useFlagName } from './use-maintenance.ts'

/** Title, times, data centers, audience and creator of an event (spec 2 §2.4). */
export function EventCard({ event, kind }: { event: MaintenanceEvent; kind: Kind }) {
  const { t } = useTranslation('maintenance')
  const audience = useAudience(kind)
  const flagName = useFlagName()
  const jiraIds = splitJiraIds(event.jira_id)
  const jiraLinks = useJiraLinks()
  const isOld = kind === 'window'
  const rows: [string, ReactNode][] = [
    [t('card.id'), event.id],
    [t('column.audience'), audience(event.is_internal)],
    [
      t('column.flag'),
      event.flag ? <FlagMark key="flag" flag={event.flag} name={flagName(event.flag)} /> : t('form.noFlag'),
    ],
    [t(isOld ? 'column.startPst' : 'column.start'), <Moment key="start" iso={event.start_date} />],
    [t(isOld ? 'column.endPst' : 'column.end'), <Moment key="end" iso={event.end_date} />],
    [t('column.dataCenters'), event.data_centers.map(({ name }) => name).join(', ')],
    [t('column.jiraIds'), jiraIds.length > 0 ? jiraLinks(jiraIds) : '—'],
    [t('column.createdBy'), event.created_by],
    [t('column.created'), <Time key="created" at={event.created_date} zone={PACIFIC} />],
  ]
  return (
    <Panel
      title={
        <>
          {event.title}
          {event.is_test === 'Y' && <TestMark />}
        </>
      }
      className={event.is_internal === 'Y' ? classes.internal : undefined}
    >
      <dl className={classes.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Overlaps
        start={Date.parse(event.start_date)}
        end={Date.parse(event.end_date)}
        dataCenters={event.data_centers.map(({ system_name }) => system_name)}
        id={event.id}
      />
    </Panel>
  )
}

/** A time in Pacific time, followed by the same time in UTC. */
function Moment({ iso }: { iso: string }) {
  const { i18n } = useTranslation()
  return (
    <>
      <Time at={iso} zone={PACIFIC} />{' '}
      <span className="muted">= {exactTime(Date.parse(iso), i18n.language)}</span>
    </>
  )
}
