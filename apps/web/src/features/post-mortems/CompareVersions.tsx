import type { PostMortemVersion } from '@aviary/contract/post-mortems/schemas'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Differences } from './Differences.tsx'
import classes from './post-mortems.module.css'
import { useVersion } from './use-post-mortem.ts'

type CompareVersionsProps = {
  jiraId: string
  /** Newest first. */
  versions: readonly PostMortemVersion[]
  onClose: () => void
}

/** The differences between two versions, at first between the newest and the one before it. */
export function CompareVersions({ jiraId, versions, onClose }: CompareVersionsProps) {
  const { t, i18n } = useTranslation('post-mortem')
  const number = useCount()
  const newest = versions[0]?.version ?? 1
  const [pair, setPair] = useState({ from: versions[1]?.version ?? newest, to: newest })
  const before = useVersion(jiraId, pair.from)
  const after = useVersion(jiraId, pair.to)
  const choices = versions.map(({ version, saved_date }) => ({
    value: String(version),
    label: [
      t('versions.name', { number: number(version) }),
      exactTime(Date.parse(saved_date), i18n.language),
    ].join(' · '),
  }))
  const select = (side: 'from' | 'to') => (
    <NativeSelect
      label={t(`difference.${side}`)}
      data={choices}
      value={String(pair[side])}
      onChange={(event) => setPair({ ...pair, [side]: Number(event.currentTarget.value) })}
    />
  )
  return (
    <Dialog title={t('difference', { id: jiraId })} size="xl" onClose={onClose}>
      <div className={classes.pair}>
        {select('from')}
        {select('to')}
      </div>
      <Loaded query={before} failure={t('versions.error')} loading={t('versions.loading')} rows={4}>
        {(earlier) => (
          <Loaded query={after} failure={t('versions.error')} loading={t('versions.loading')} rows={4}>
            {(later) => earlier && later && <Differences before={earlier} after={later} />}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  )
}
