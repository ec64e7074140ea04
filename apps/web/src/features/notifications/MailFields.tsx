import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { instantIn } from '../../shared/time/pacific-time.ts'
import { exactTime } from '../../shared/time/words.ts'
import { PacificTimeField } from '../../ui/PacificTimeField.tsx'
import { type FormValues, hasSendTime } from './notification-form.ts'

type MailFieldsProps = {
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
  asksSubject: boolean
  subjectFault: string | undefined
  onSubjectBlur: () => void
  isSendTimePast: boolean
  /** The send time is after the end of the event. */
  isAfterEnd: boolean
  /** Why the fields can no longer be changed; undefined if they can. */
  fixed: string | undefined
}

/** Subject and send time of the mail (spec 2 §5). */
export function MailFields(props: MailFieldsProps) {
  const { values, onChange, fixed } = props
  const { t, i18n } = useTranslation('notifications')
  const sendTime = instantIn(values.sendTime)
  return (
    <>
      {props.asksSubject && (
        <TextInput
          label={t('form.subject')}
          required={values.broadcast === 'Y'}
          maxLength={300}
          disabled={fixed !== undefined}
          title={fixed}
          value={values.subject}
          error={props.subjectFault}
          onBlur={props.onSubjectBlur}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
      )}
      {hasSendTime(values) && fixed !== undefined && (
        <TextInput
          label={t('form.sendTime')}
          disabled
          title={fixed}
          readOnly
          value={sendTime === undefined ? '' : exactTime(sendTime, i18n.language, PACIFIC)}
        />
      )}
      {hasSendTime(values) && fixed === undefined && (
        <PacificTimeField
          label={t('form.sendTime')}
          description={
            props.isAfterEnd ? <strong>{t('form.sendTimeAfterEnd')}</strong> : t('form.sendTimeHelp')
          }
          required
          value={values.sendTime}
          error={props.isSendTimePast && t('fault.sendTimePast')}
          onChange={(time) => onChange({ sendTime: time })}
        />
      )}
    </>
  )
}
