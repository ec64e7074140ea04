import { ageOf, badgeOf, type ChangeBadge } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { IconCheck, IconCircleDashed, IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'
import { RelativeTime } from '../../ui/Time.tsx'
import classes from './changes.module.css'

const ICONS = { not_started: IconCircleDashed, in_progress: IconProgress, completed: IconCheck } as const

/** Progress of a change as icon, text and colour (spec 2 §2.1). */
export function StateBadge({ change }: { change: Change }) {
  const { t } = useTranslation('changes')
  const badge: ChangeBadge = badgeOf(change)
  const Icon = ICONS[badge]
  return (
    <span className={classes.badge} data-badge={badge}>
      <Icon size={14} stroke={2.5} aria-hidden /> {t(`badge.${badge}`)}
    </span>
  )
}

/** How long ago a change was completed or started, or how soon it is planned (spec 2 §2.1). */
export function AgeLine({ change }: { change: Change }) {
  const { t, i18n } = useTranslation('changes')
  const { says, at } = ageOf(change)
  if (at === null) return t('age.not_started')
  return (
    <span>
      {t(`age.${says}`)} <RelativeTime at={at} />{' '}
      <span className="muted">({exactTime(Date.parse(at), i18n.language)})</span>
    </span>
  )
}
