import type { YesNo } from '@aviary/contract/rules'
import { Fragment, type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import { getTint } from './event-row.ts'
import type { Kind } from './event-values.ts'
import classes from './maintenance.module.css'

/** Y is internal only; N is external and internal, called public on the v1 screens (spec 2 §9). */
export function useAudience(kind: Kind): (isInternal: YesNo) => string {
  const { t } = useTranslation('maintenance')
  const externalText = t(kind === 'event' ? 'audience.event' : 'audience.window')
  return (isInternal) => (isInternal === 'Y' ? t('audience.internal') : externalText)
}

/** Says of an event in a list that it was cancelled. */
export function CancelledMark() {
  const { t } = useTranslation('maintenance')
  return <span className={classes.cancelled}>{t('state.cancelled')}</span>
}

/** A flag in words; its colour alone would not be accessible. */
export function FlagMark({ flag, name }: { flag: string | null; name: string }) {
  if (!flag) return null
  return (
    <span className={classes.flag} data-tint={getTint(flag)}>
      {name}
    </span>
  )
}

/**
 * Renders links to the issue tracker. Settings and texts are read once per list, not once per link: a list has
 * thousands.
 */
export function useJiraLinks(): (ids: readonly string[]) => ReactNode {
  const { t } = useTranslation()
  const { issue_tracker_link } = useSettings()
  const opensNewTab = t('opensNewTab')
  return useCallback(
    (ids) =>
      ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <a
            href={trackerLink(issue_tracker_link, id)}
            target="_blank"
            rel="noreferrer"
            aria-label={`${id} (${opensNewTab})`}
          >
            {id}
          </a>
        </Fragment>
      )),
    [issue_tracker_link, opensNewTab],
  )
}
