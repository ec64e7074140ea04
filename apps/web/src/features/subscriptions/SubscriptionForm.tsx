import { CATEGORIES, chosenOf, incompleteCategories, LISTS } from '@aviary/contract/subscriptions/rules'
import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type FormState, getBoxes, useChosenText } from './form-state.ts'
import { OptionBoxes } from './OptionBoxes.tsx'
import { ReminderBoxes } from './ReminderBoxes.tsx'
import { useReminderTicks } from './reminder-ticks.ts'
import classes from './subscriptions.module.css'
import { TimeZoneField } from './TimeZoneField.tsx'
import { useTicks } from './ticks.ts'
import { useTimeZoneChoice } from './time-zone-choice.ts'
import { type Stored, useSubmit } from './use-subscriptions.ts'

type SubscriptionFormProps = {
  email: string
  stored: Stored
  /** Nobody chooses the time zone of somebody else, as with the language. */
  isOwn: boolean
  /** Why the form is read-only; undefined if it can be changed. */
  disabledReason: string | undefined
}

/** Unsaved ticks stay in this browser tab until submitted or discarded, so leaving the page loses nothing. */
export function SubscriptionForm({ email, stored, isOwn, disabledReason }: SubscriptionFormProps) {
  const { t } = useTranslation('subscriptions')
  const offline = useOfflineReason()
  const getChosenText = useChosenText()
  const ticks = useTicks(email, stored.options)
  const { ticked, tick } = ticks
  const reminders = useReminderTicks(email, stored.reminders)
  const zone = useTimeZoneChoice(email, stored.timeZone)
  const isChanged = ticks.isChanged || reminders.isChanged || (isOwn && zone.isChanged)
  const discard = () => {
    ticks.discard()
    reminders.discard()
    zone.discard()
  }
  const submit = useSubmit(email)
  const chosen = chosenOf(ticked)
  const incomplete = incompleteCategories(chosen)
  const names = incomplete.map((category) => t(`category.${category}`)).join(', ')
  const fault = isChanged && incomplete.length > 0 ? t('notComplete', { groups: names }) : undefined
  const waiting = submit.isPending ? t('submitting') : isChanged ? undefined : t('unchanged')
  const reason = disabledReason ?? offline ?? waiting ?? fault
  const state: FormState = { ticked, incomplete, isReadOnly: disabledReason !== undefined, tick }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!reason)
      submit.mutate({
        ...{ subscriptions: chosen, reminders: reminders.chosen },
        timeZone: isOwn && zone.isChanged ? zone.chosen : undefined,
      })
  }
  return (
    <form className={classes.form} onSubmit={send} aria-label={t('form')} noValidate>
      <div className={classes.presets}>
        <span className="muted">{t('presets')}</span>
        <Button
          variant="default"
          size="compact-sm"
          disabled={state.isReadOnly}
          onClick={() => tick(true, (_, { category }) => category === 'P1')}
        >
          {t('allP1')}
        </Button>
      </div>
      <OptionBoxes state={state} />
      <ReminderBoxes {...reminders} isReadOnly={state.isReadOnly} />
      {isOwn && <TimeZoneField {...zone} />}
      <div className={classes.foot}>
        <span>
          {getChosenText(CATEGORIES.flatMap((category) => getBoxes(ticked, category, LISTS[category])))}
        </span>
        {isChanged && <Tag>{t('unsavedMark')}</Tag>}
        <p role="status" className={reason && reason === fault ? classes.fault : 'muted'}>
          {reason ?? t('unsaved')}
        </p>
        <DisabledButton
          variant="default"
          disabledReason={isChanged && !submit.isPending ? undefined : ''}
          onClick={discard}
        >
          {t('discard')}
        </DisabledButton>
        <DisabledButton type="submit" disabledReason={reason}>
          {t('submit')}
        </DisabledButton>
      </div>
    </form>
  )
}
