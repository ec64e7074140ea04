import { ageOf, badgeOf, type ChangeBadge } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import { IconCheck, IconCircleDashed, IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'
import { Tag } from '../../ui/Tag.tsx'
import { RelativeTime } from '../../ui/Time.tsx'

const LOOKS = {
  not_started: { Icon: IconCircleDashed, tag: { isDanger: true } },
  in_progress: { Icon: IconProgress, tag: { status: 'PARTIAL_PERFORMANCE' } },
  completed: { Icon: IconCheck, tag: { status: 'NORMAL' } },
} as const

/** Progress of a change as shape, word and colour: red, amber or green (spec 2 §2.1). */
export function StateBadge({ change }: { change: Change }) {
  const { t } = useTranslation('changes')
  const badge: ChangeBadge = badgeOf(change)
  const { Icon, tag } = LOOKS[badge]
  return (
    <span data-badge={badge}>
      <Tag {...tag}>
        <Icon size={14} stroke={2.5} aria-hidden /> {t(`badge.${badge}`)}
      </Tag>
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
