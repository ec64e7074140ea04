import { listTimeZones } from '@aviary/contract/time-zone'
import { NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './subscriptions.module.css'
import type { useTimeZoneChoice } from './time-zone-choice.ts'

type TimeZoneFieldProps = Pick<ReturnType<typeof useTimeZoneChoice>, 'chosen' | 'choose'>

/** The zone in which mails state times besides UTC. That of this browser stands before the others. */
export function TimeZoneField({ chosen, choose }: TimeZoneFieldProps) {
  const { t } = useTranslation('subscriptions')
  const id = useId()
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const first = [chosen, here].filter((zone): zone is string => Boolean(zone))
  const names = [...new Set([...first, ...listTimeZones()])]
  return (
    <section className={`${classes.panel} ${classes.preference}`} aria-labelledby={id}>
      <h2 id={id}>{t('timeZone.title')}</h2>
      <p className={classes.help}>{t('timeZone.help')}</p>
      <NativeSelect
        aria-labelledby={id}
        className={classes.timeZone}
        data={[{ value: '', label: t('timeZone.utcOnly') }, ...names]}
        value={chosen ?? ''}
        onChange={(event) => choose(event.currentTarget.value || null)}
      />
    </section>
  )
}
