import { PRIORITY_TYPES } from '@aviary/contract/rules'
import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { useReminderTicks } from './reminder-ticks.ts'
import classes from './subscriptions.module.css'

type ReminderBoxesProps = Pick<ReturnType<typeof useReminderTicks>, 'chosen' | 'tick'> & {
  isReadOnly: boolean
}

/** The priorities of incidents whose missed updates the person is reminded of; nothing for people outside. */
export function ReminderBoxes({ chosen, tick, isReadOnly }: ReminderBoxesProps) {
  const { t } = useTranslation('subscriptions')
  const id = useId()
  if (!chosen) return null
  return (
    <section className={`${classes.panel} ${classes.preference}`} aria-labelledby={id}>
      <h2 id={id}>{t('reminders.title')}</h2>
      <p className={classes.help}>{t('reminders.help')}</p>
      <div className={classes.reminderBoxes}>
        {PRIORITY_TYPES.map((priority) => (
          <Checkbox
            key={priority}
            size="sm"
            label={t(`category.${priority}`)}
            aria-label={`${t(`category.${priority}`)}: ${t('reminders.title')}`}
            disabled={isReadOnly}
            checked={chosen.includes(priority)}
            onChange={(event) => tick(priority, event.currentTarget.checked)}
          />
        ))}
      </div>
    </section>
  )
}
