import { useTranslation } from 'react-i18next'
import { SetupList } from './SetupList.tsx'
import classes from './setup.module.css'
import { useSetup } from './use-setup.ts'

/**
 * The steps of the set-up, for people who may do them; other people read the name of an administrator.
 * Empty once every step is done or the list was hidden.
 */
export function FirstRun() {
  const { t } = useTranslation('setup')
  const { data } = useSetup()
  if (data?.state !== 'open') return null
  if (data.steps) return <SetupList steps={data.steps} />
  const [administrator] = data.administrators
  return (
    <p className={classes.others}>{administrator ? t('others', { administrator }) : t('others.nobody')}</p>
  )
}
