import { IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../shared/online.ts'
import classes from './shell.module.css'

export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.offline}>
          <IconWifiOff size={18} aria-hidden /> {t('offline')}
        </p>
      )}
    </div>
  )
}
