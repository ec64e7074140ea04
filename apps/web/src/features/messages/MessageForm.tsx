import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import { internalTypes, offeredTypes } from '@aviary/contract/messages/rules'
import { actionNameOf } from '@aviary/contract/rights'
import type { PriorityType } from '@aviary/contract/rules'
import { Group, NativeSelect, Radio, Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { applyTemplate, type EmailField, type FormValues, isFilled, isWithoutText } from './draft.ts'
import { EmailFields, useNextUpdateFault } from './EmailFields.tsx'
import { JapaneseBody } from './JapaneseBody.tsx'
import { toTypeOption } from './type-option.ts'
import type { useFormLists } from './use-messages.ts'

type MessageFormProps = {
  values: FormValues
  onChange: (changes: Partial<FormValues>) => void
  lists: ReturnType<typeof useFormLists>
  priority: PriorityType
  isInternal: boolean
  fields: readonly EmailField[]
  isBodyTouched: boolean
  onBodyTouched: () => void
  isBusy: boolean
  onCancel: () => void
  onSubmit: () => void
}

export function MessageForm(props: MessageFormProps) {
  const { t } = useTranslation('messages')
  const { t: common } = useTranslation()
  const { values, onChange, fields } = props
  const offline = useOfflineReason()
  const { types, lacksInternalRight } = useOfferedTypes(props)
  const body = useRef<HTMLTextAreaElement>(null)
  const isBack = useRef(props.isBodyTouched)
  useEffect(() => {
    if (isBack.current) body.current?.focus()
  }, [])
  const isBodyEmpty = bodyPreview(values.body, 1) === ''
  const emptyField = fields.find(({ name }) => !isFilled(values, name))
  const missing = findMissing(values, { isBodyEmpty, emptyField, isLoading: props.lists.areLoading })
  const toReason = (field: NonNullable<typeof missing>) =>
    field === 'field' && emptyField
      ? t('form.fieldRequired', { field: emptyField.label })
      : t(`missing.${field}`)
  const nextUpdateFault = useNextUpdateFault(values)
  const reason = offline ?? (missing ? toReason(missing) : nextUpdateFault)
  const templates = (props.lists.templates ?? []).filter((template) => template.template_type === 'message')
  return (
    <DialogForm
      submit={values.broadcast === 'Y' ? t('form.toConfirm') : t('form.submit')}
      reason={reason}
      isBusy={props.isBusy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
    >
      <NativeSelect
        label={t('form.type')}
        required
        data-autofocus
        value={values.messageType}
        error={lacksInternalRight && t('form.internalOnly', { action: actionNameOf(internalTypes) })}
        onChange={(event) => onChange({ messageType: event.currentTarget.value })}
        data={[{ value: '', label: '' }, ...types]}
      />
      <NativeSelect
        label={t('form.template')}
        description={values.typedBody !== '' && t('form.typedKept')}
        value={values.template}
        onChange={(event) => onChange(applyTemplate(values, event.currentTarget.value, templates))}
        data={[
          { value: '', label: t('form.noTemplate') },
          ...templates.map(({ pkey, title }) => ({ value: String(pkey), label: title })),
        ]}
      />
      <Textarea
        ref={body}
        lang={FALLBACK_LOCALE}
        label={t('form.body')}
        description={t('form.bodyHelp')}
        required
        rows={8}
        maxLength={100_000}
        value={values.body}
        error={
          props.isBodyTouched &&
          isBodyEmpty &&
          (isWithoutText(values.body) ? common('removed.noText') : t('form.bodyError'))
        }
        onBlur={props.onBodyTouched}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <JapaneseBody
        value={values.bodyJa}
        texts={{
          add: t('form.addBodyJa'),
          label: t('form.bodyJa'),
          help: t('form.bodyJaHelp'),
          fault: t('missing.bodyJa'),
        }}
        onChange={(bodyJa) => onChange({ bodyJa })}
      />
      <Radio.Group
        label={t('form.broadcast')}
        description={t('form.broadcastHelp')}
        required
        value={values.broadcast}
        onChange={(next) => onChange({ broadcast: next === 'Y' ? 'Y' : 'N' })}
      >
        <Group mt={4}>
          <Radio value="Y" label={t('form.yes')} />
          <Radio value="N" label={t('form.no')} />
        </Group>
      </Radio.Group>
      <EmailFields values={values} fields={fields} onChange={onChange} />
      {PARTICULARS.map((name) => (
        <Textarea
          key={name}
          label={t(`form.${name}`)}
          rows={2}
          maxLength={10_000}
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </DialogForm>
  )
}

const PARTICULARS = ['impact', 'rootCause', 'correctiveMeasures', 'solution'] as const

type FormState = { isBodyEmpty: boolean; emptyField: EmailField | undefined; isLoading: boolean }

function findMissing(values: FormValues, { isBodyEmpty, emptyField, isLoading }: FormState) {
  if (isBodyEmpty) return 'body' as const
  if (isWithoutText(values.bodyJa)) return 'bodyJa' as const
  if (values.broadcast === '') return 'broadcast' as const
  if (values.messageType === '') return 'type' as const
  if (isLoading) return 'fields' as const
  return values.broadcast === 'Y' && emptyField ? ('field' as const) : undefined
}

/** The offered types, and whether there are none because the incident is internal. */
function useOfferedTypes({ lists, priority, isInternal }: MessageFormProps) {
  const mayUseInternal = useMay()(internalTypes)
  const { i18n } = useTranslation()
  const all = lists.types?.[priority].alert_types ?? []
  const types = offeredTypes(all, { isInternalIncident: isInternal, mayUseInternal }).map((type) =>
    toTypeOption(type, i18n.language),
  )
  return { types, lacksInternalRight: isInternal && !mayUseInternal }
}
