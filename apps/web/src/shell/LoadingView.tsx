import { useTranslation } from 'react-i18next'
import classes from './shell.module.css'

const PLACEHOLDERS = [1, 2, 3, 4, 5, 6, 7]

/** Placeholder with the layout of a page. */
export function LoadingView() {
  const { t } = useTranslation()
  return (
    <div className={classes.loading} role="status" aria-busy="true">
      <span className="visually-hidden">{t('loading')}</span>
      {PLACEHOLDERS.map((row) => (
        <div key={row} className={classes.skeletonRow} />
      ))}
    </div>
  )
}
