import { updateBanner } from '@aviary/contract/banner/endpoints'
import { bannerCard } from '@aviary/contract/banner/rules'
import { Button, Group, Radio } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useBanner, useUpdateBanner } from './use-banner.ts'

/** Form to show or hide the service-disruption banner for everybody, at once on pages that are open (spec 1 §2.8). */
export function BannerCard() {
  const { t } = useTranslation('management')
  const may = useMay()
  const offline = useOfflineReason()
  const { data } = useBanner()
  const update = useUpdateBanner()
  const [chosen, setChosen] = useState<string>()
  if (!may(bannerCard)) return null
  const current = data ? (data.display ? 'show' : 'hide') : undefined
  const value = chosen ?? current ?? null
  const reason = offline ?? (chosen === undefined || chosen === current ? t('banner.same') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason) return
    update.mutate(value === 'show', { onSuccess: () => setChosen(undefined) })
  }
  return (
    <Panel title={t('banner.title')}>
      <form onSubmit={submit}>
        <p>{data?.text.en ?? '…'}</p>
        <Radio.Group value={value} onChange={setChosen} label={t('banner.label')}>
          <Group mt={4}>
            <Radio value="show" label={t('banner.show')} />
            <Radio value="hide" label={t('banner.hide')} />
          </Group>
        </Radio.Group>
        {may(updateBanner) && (
          <Button
            type="submit"
            mt={12}
            size="xs"
            disabled={update.isPending || reason !== undefined}
            title={reason}
          >
            {value === 'show' ? t('banner.submitShow') : t('banner.submitHide')}
          </Button>
        )}
      </form>
    </Panel>
  )
}
