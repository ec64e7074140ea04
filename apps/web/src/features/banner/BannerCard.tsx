import { updateBanner } from '@aviary/contract/banner/endpoints'
import { bannerCard } from '@aviary/contract/banner/rules'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Tag } from '../../ui/Tag.tsx'
import classes from './banner.module.css'
import { useBanner, useUpdateBanner } from './use-banner.ts'

type Choice = 'show' | 'hide'

/** Form that shows or hides the service-disruption banner for everybody, also on open pages (spec 1 §2.8). */
export function BannerCard() {
  const { t } = useTranslation('management')
  const may = useMay()
  const offline = useOfflineReason()
  const { data } = useBanner()
  const update = useUpdateBanner()
  const [chosen, setChosen] = useState<Choice>()
  if (!may(bannerCard)) return null
  const current: Choice | undefined = data ? (data.display ? 'show' : 'hide') : undefined
  const value = chosen ?? current
  const reason = offline ?? (chosen === undefined || chosen === current ? t('banner.same') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason) return
    update.mutate(value === 'show', { onSuccess: () => setChosen(undefined) })
  }
  return (
    <Panel title={t('banner.title')} aside={current && <Tag>{t(`banner.${current}`)}</Tag>}>
      <form className={classes.strip} onSubmit={submit}>
        <p>{data?.text.en ?? '…'}</p>
        <Segments
          label={t('banner.label')}
          value={value}
          choices={[
            { value: 'show', label: t('banner.show') },
            { value: 'hide', label: t('banner.hide') },
          ]}
          onChange={setChosen}
        />
        {may(updateBanner) && (
          <Button type="submit" size="sm" disabled={update.isPending || reason !== undefined} title={reason}>
            {value === 'show' ? t('banner.submitShow') : t('banner.submitHide')}
          </Button>
        )}
      </form>
    </Panel>
  )
}
