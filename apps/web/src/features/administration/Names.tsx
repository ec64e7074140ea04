import { useTranslation } from 'react-i18next'
import classes from './administration.module.css'

const SHOWN = 4

/** The first of many names, and how many more there are; all of them on hover, and read aloud. */
export function Names({ all }: { all: readonly string[] }) {
  const { t } = useTranslation('administration')
  if (all.length <= SHOWN) return <span className={classes.names}>{all.join(', ')}</span>
  return (
    <span className={classes.names} title={all.join(', ')}>
      {all.slice(0, SHOWN).join(', ')}{' '}
      <span className="muted">{t('more', { count: all.length - SHOWN })}</span>
      <span className="visually-hidden">{all.slice(SHOWN).join(', ')}</span>
    </span>
  )
}
