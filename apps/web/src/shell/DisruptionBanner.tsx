import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bannerQuery } from '../shared/banner.ts'
import { useErrorToast } from '../shared/use-error-toast.ts'
import classes from './shell.module.css'

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
