import { splitJiraIds } from '@aviary/contract/maintenance/rules'
import type { YesNo } from '@aviary/contract/wire'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { TrackerLink } from '../incidents/public.ts'
import { tintOf } from './event-row.ts'
import type { Kind } from './event-values.ts'
import classes from './maintenance.module.css'

/** Y means internal only; N external and internal, which the older screens call public (spec 2 §9). */
export function useAudience(kind: Kind): (isInternal: YesNo) => string {
  const { t } = useTranslation('maintenance')
  const others = t(kind === 'event' ? 'audience.event' : 'audience.window')
  return (isInternal) => (isInternal === 'Y' ? t('audience.internal') : others)
}

/** A flag by its word; its colour only goes with it. */
export function FlagMark({ flag, name }: { flag: string | null; name: string }) {
  if (!flag) return null
  return (
    <span className={classes.flag} data-tint={tintOf(flag)}>
      {name}
    </span>
  )
}

/** Each Jira id with its way into the issue tracker. */
export function JiraLinks({ ids }: { ids: string }) {
  return splitJiraIds(ids).map((id, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <TrackerLink jiraId={id} />
    </Fragment>
  ))
}
