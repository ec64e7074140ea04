import { useTranslation } from 'react-i18next'
import classes from './administration.module.css'

const SHOWN = 4

/** Shows the first names and counts the rest; the tooltip and screen readers get all names. */
export function Names({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('administration')
  if (names.length === 0) return null
  if (names.length <= SHOWN) return <span className={classes.names}>{names.join(', ')}</span>
  return (
    <span className={classes.names} title={names.join(', ')}>
      {names.slice(0, SHOWN).join(', ')}{' '}
      <span className="muted">{t('more', { count: names.length - SHOWN })}</span>
      <span className="visually-hidden">{names.slice(SHOWN).join(', ')}</span>
    </span>
  )
}
