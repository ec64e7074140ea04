import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { isOpenType, type NotificationType } from '@aviary/contract/notifications/rules'
import type { YesNo } from '@aviary/contract/rules'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useTypeLabel } from '../../shared/use-type-label.ts'
import { BodyField } from '../../ui/body/BodyField.tsx'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { WriteOrPreview } from '../deliveries/public.ts'
import { isWithoutText, JapaneseBody } from '../messages/public.ts'
import { MailFields } from './MailFields.tsx'
import {
  type Fault,
  type FormValues,
  getTypes,
  isMailedAfterEnd,
  needsConfirmation,
} from './notification-form.ts'
import classes from './notifications.module.css'
import { OpenDates } from './OpenDates.tsx'
import { YesNoChoice } from './YesNoChoice.tsx'

type NotificationFormProps = {
  event: MaintenanceEvent
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
  onType: (type: NotificationType) => void
  onBroadcast: (broadcast: YesNo) => void
  faults: readonly Fault[]
  preview: ReactNode
  /** How many people a broadcast would reach now, if known. */
  people: number | undefined
  /** Why the form cannot be submitted, apart from `faults`. */
  disabledReason?: string | undefined
  asksSubject: boolean
  /** Whether the mails have been sent, which fixes type, broadcast, subject and send time. */
  isMailed?: boolean
  /** Shown above the fields. */
  above?: ReactNode
  template?: ReactNode
  offersRelocalize?: boolean
  /** Whether a Japanese body is stored, even if the person has emptied the field. */
  hasStoredJapanese?: boolean
  /** Whether a new translation of the English body will replace the Japanese body. */
  isJapaneseRenewed?: boolean
  submit: string
  /** Whether the person has returned to the form from the confirmation. */
  isBack: boolean
  isBusy: boolean
  onCancel: () => void
  onSubmit: () => void
}

export function NotificationForm(props: NotificationFormProps) {
  const { values, onChange, faults, isMailed = false } = props
  const { t } = useTranslation('notifications')
  const { t: common } = useTranslation()
  const offline = useOfflineReason()
  const typeLabel = useTypeLabel()
  const [isBack] = useState(props.isBack)
  const [touched, setTouched] = useState<readonly Fault[]>([])
  const touch = (field: Fault) => setTouched((before) => [...before, field])
  const getFaultText = (field: Fault) =>
    touched.includes(field) && faults.includes(field) ? t(`fault.${field}`) : undefined
  const [fault] = faults
  const reason = offline ?? (fault ? t(`fault.${fault}`) : props.disabledReason)
  const formatCount = useCount()
  const { people } = props
  const yesHelp =
    people === undefined
      ? t('form.yesHelp')
      : t('form.yesHelpPeople', { count: people, number: formatCount(people) })
  const fixed = isMailed ? t('form.mailed') : undefined
  return (
    <DialogForm
      className={classes.form}
      submit={needsConfirmation(values, isMailed) ? t('form.toConfirm') : props.submit}
      reason={reason}
      isBusy={props.isBusy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
    >
      {props.above}
      {fixed && <p className={classes.note}>{fixed}</p>}
      <WriteOrPreview preview={props.preview}>
        <ChoiceCards
          label={t('form.type')}
          isList
          isFirst
          disabledReason={fixed}
          value={values.type}
          choices={getTypes(props.event, values.type).map((type) => ({
            value: type,
            label: typeLabel(type),
            description: t(`purpose.${type}`),
          }))}
          onChange={props.onType}
        />
        <TextInput
          label={t('form.title')}
          required
          maxLength={200}
          value={values.title}
          error={getFaultText('title')}
          onBlur={() => touch('title')}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        {props.template}
        <BodyField
          takesFocus={isBack}
          lang={FALLBACK_LOCALE}
          label={t('form.body')}
          textHelp={t('form.bodyHelp')}
          required
          rows={8}
          value={values.body}
          error={
            getFaultText('body') &&
            (isWithoutText(values.body) ? common('removed.noText') : getFaultText('body'))
          }
          onBlur={() => touch('body')}
          onChange={(body) => onChange({ body })}
        />
        <JapaneseBody
          value={values.bodyJa}
          hasStored={props.hasStoredJapanese}
          texts={{
            add: t('form.addBodyJa'),
            label: t('form.bodyJa'),
            help: t(props.isJapaneseRenewed ? 'form.bodyJaRenewed' : 'form.bodyJaHelp'),
            fault: t('fault.bodyJa'),
          }}
          onChange={(bodyJa) => onChange({ bodyJa })}
        />
        {props.offersRelocalize && (
          <YesNoChoice
            label={t('form.relocalize')}
            description={t('form.relocalizeHelp')}
            value={values.relocalize}
            onChange={(relocalize) => onChange({ relocalize })}
          />
        )}
        {isOpenType(values.type) && (
          <OpenDates
            values={props.isJapaneseRenewed ? { ...values, bodyJa: '' } : values}
            onChange={onChange}
            faults={faults}
          />
        )}
        <ChoiceCards
          label={t('form.broadcast')}
          disabledReason={fixed}
          value={values.broadcast}
          choices={[
            { value: 'Y', label: t('form.yes'), description: yesHelp },
            { value: 'N', label: t('form.no'), description: t('form.noHelp') },
          ]}
          onChange={props.onBroadcast}
        />
        <MailFields
          values={values}
          onChange={onChange}
          asksSubject={props.asksSubject}
          subjectFault={getFaultText('subject')}
          onSubjectBlur={() => touch('subject')}
          isSendTimePast={faults.includes('sendTimePast')}
          isAfterEnd={isMailedAfterEnd(values, props.event)}
          fixed={fixed}
        />
      </WriteOrPreview>
    </DialogForm>
  )
}
