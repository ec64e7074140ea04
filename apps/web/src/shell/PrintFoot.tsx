import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { nowMs } from '../shared/time/clock.ts'
import { exactTime } from '../shared/time/words.ts'
import './print.css'
import classes from './shell.module.css'

/** The last line on paper: page, address and time of print. Loaded with the styles for paper. */
export default function PrintFoot() {
  const { i18n } = useTranslation()
  const [printedAt, setPrintedAt] = useState<number>()
  useEffect(() => {
    const { dataset } = document.documentElement
    let theme: string | undefined
    const before = () => {
      // Paper is white, so the dark theme is printed as the light one.
      theme ??= dataset.mantineColorScheme
      dataset.mantineColorScheme = 'light'
      // Renders synchronously, because the browser draws the paper right after this event.
      flushSync(() => setPrintedAt(nowMs()))
    }
    const after = () => {
      if (theme) dataset.mantineColorScheme = theme
      theme = undefined
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  if (printedAt === undefined) return null
  return (
    <p className={classes.printFoot}>
      {document.title} · {location.href} · {exactTime(printedAt, i18n.language)}
    </p>
  )
}
