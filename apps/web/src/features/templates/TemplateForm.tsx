import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { NOTIFICATION_TYPES } from '@aviary/contract/notifications/rules'
import { AFFECTED_SERVICES } from '@aviary/contract/templates/rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { BodyField } from '../../ui/body/BodyField.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { useAlertTypes } from '../messages/public.ts'
import { type Field, type FormValues, findMissing, type TemplateType } from './template-form.ts'
import { useTypeName } from './use-type-name.ts'

type TemplateFormProps = {
  type: TemplateType
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
  /** The edited template: its own type and service are offered even if no longer in the lists. */
  own?: FormValues
  submitText: string
  /** Why the form cannot be submitted. */
  reason: string | undefined
  isBusy: boolean
  onCancel: () => void
  onSubmit: () => void
}

/** The fields of a template, for create and update (spec 2 §2.5). */
export function TemplateForm(props: TemplateFormProps) {
  const { t } = useTranslation('templates')
  const { type, values, onChange, reason } = props
  const [touched, setTouched] = useState<readonly Field[]>([])
  const missing = findMissing(values, type)
  const field = (name: Field) => ({
    label: t(`field.${name}`),
    value: values[name],
    onBlur: () => setTouched((before) => [...before, name]),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  const required = (name: (typeof missing)[number]) => ({
    ...field(name),
    required: true,
    error: touched.includes(name) && missing.includes(name) && t(`required.${name}`),
  })
  return (
    <DialogForm
      submit={props.submitText}
      reason={reason}
      isBusy={props.isBusy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
    >
      <TextInput {...required('title')} maxLength={200} data-autofocus />
      {type === 'message' ? (
        <>
          <MessageTypeSelect own={props.own?.messageType ?? ''} {...required('messageType')} />
          <NativeSelect
            {...required('affectedService')}
            data={withOwn(AFFECTED_SERVICES, props.own?.affectedService ?? '')}
          />
        </>
      ) : (
        <NotificationTypeSelect {...field('notificationType')} />
      )}
      <BodyField
        {...required('body')}
        lang={FALLBACK_LOCALE}
        textHelp={t('form.bodyHelp')}
        rows={10}
        onChange={(body) => onChange({ body })}
      />
    </DialogForm>
  )
}

const withOwn = (names: readonly string[], own: string): string[] => [...new Set(['', own, ...names])]

type SelectProps = {
  label: string
  value: string
  onBlur: () => void
  onChange: (event: { currentTarget: { value: string } }) => void
}
type RequiredProps = SelectProps & { required: boolean; error: string | false }

/** Offers the message types of P1 and P2 that the user may see, and the edited template's own type. */
function MessageTypeSelect({ own, ...rest }: RequiredProps & { own: string }) {
  const { t } = useTranslation('templates')
  const { data, error } = useAlertTypes()
  const typeName = useMessageTypeName()
  useErrorToast(error, t('toast.alertTypes'))
  const all = data ? [...data.P1.alert_types, ...data.P2.alert_types].map(({ name }) => name) : []
  const options = withOwn(all, own).map((value) => ({ value, label: typeName(value) }))
  return <NativeSelect {...rest} data={options} />
}

function NotificationTypeSelect(props: SelectProps) {
  const name = useTypeName()
  return (
    <NativeSelect
      {...props}
      data={['', ...NOTIFICATION_TYPES].map((value) => ({ value, label: name(value) }))}
    />
  )
}
