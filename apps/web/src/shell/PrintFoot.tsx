import { useTranslation } from 'react-i18next'
import { useIsPrinting } from '../shared/printing.ts'
import { nowMs } from '../shared/time/clock.ts'
import { exactTime } from '../shared/time/words.ts'
import classes from './shell.module.css'

/** The last line on paper: page, address and time of print. */
export function PrintFoot() {
  const { i18n } = useTranslation()
  if (!useIsPrinting()) return null
  return (
    <p className={classes.printFoot}>
      {document.title} · {location.href} · {exactTime(nowMs(), i18n.language)}
    </p>
  )
}
