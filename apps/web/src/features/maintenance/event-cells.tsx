import type { YesNo } from '@aviary/contract/wire'
import { Fragment, type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { trackerLink, useSettings } from '../../shared/settings.ts'
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

/**
 * Makes of Jira ids their ways into the issue tracker. What they share is asked for once, and each is one plain element:
 * a list has many of them.
 */
export function useJiraLinks(): (ids: readonly string[]) => ReactNode {
  const { t } = useTranslation()
  const { issue_tracker_link } = useSettings()
  const opensNewTab = t('opensNewTab')
  return useCallback(
    (ids) =>
      ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
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
