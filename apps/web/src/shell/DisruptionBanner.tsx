import { getBanner } from '@aviary/contract/banner/endpoints'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { IconSpeakerphone } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../shared/api.ts'
import { useErrorToast } from '../shared/use-error-toast.ts'
import classes from './shell.module.css'

const bannerQuery = queryOptions({
  queryKey: ['banner'],
  queryFn: async ({ signal }) => (await call(getBanner, { signal })).data,
})

export function DisruptionBanner() {
  const { t, i18n } = useTranslation()
  const { data, error } = useQuery(bannerQuery)
  useErrorToast(error, t('toast.banner'))
  return (
    <div role="status">
      {data?.display && (
        <p className={classes.disruption}>
          <IconSpeakerphone size={18} aria-hidden /> {data.text[i18n.language] ?? data.text[FALLBACK_LOCALE]}
        </p>
      )}
    </div>
  )
}
