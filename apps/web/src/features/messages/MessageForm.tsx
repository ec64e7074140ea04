import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { internalTypes, offeredTypes } from '@aviary/contract/messages/rules'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { isBlank } from '@aviary/contract/messages/typed-body'
import { actionNameOf } from '@aviary/contract/rights'
import type { PriorityType } from '@aviary/contract/rules'
import { NativeSelect, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { BodyField } from '../../ui/body/BodyField.tsx'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { WriteOrPreview } from '../deliveries/public.ts'
import { applyTemplate, type EmailField, type FormValues, isFilled, isWithoutText } from './draft.ts'
import { EmailFields, HELP_BELOW, useNextUpdateFault } from './EmailFields.tsx'
import { LastMessage } from './LastMessage.tsx'
import classes from './messages.module.css'
import { OtherBodies, useBodyWords } from './OtherBodies.tsx'
import { toTypeOption } from './type-option.ts'
import type { useFormLists } from './use-messages.ts'
import type { Hold } from './use-read-messages.tsx'

type MessageFormProps = {
  /** The values to show: typed ones, and those that the last message suggests. */
  values: FormValues
  /** The e-mail fields that somebody typed. */
  typedFields: FormValues['fields']
  lastMessage: ManagedMessage | null
  /** Languages other than English that the last message was written in. */
  expectedLanguages: readonly string[]
  /** Why the message cannot be posted now. */
  hold: Hold | undefined
  preview: ReactNode
  /** How many people a broadcast would reach, if known. */
  people: number | undefined
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
  const [isBack] = useState(props.isBodyTouched)
  const isBodyEmpty = isBlank(values.body)
  const emptyField = fields.find(({ name }) => !isFilled(values, name))
  const missing = findMissing(values, { isBodyEmpty, emptyField, isLoading: props.lists.areLoading })
  const faultOf = useBodyWords()
  const toReason = (field: NonNullable<typeof missing>) => {
    if (field === 'field' && emptyField) return t('form.fieldRequired', { field: emptyField.label })
    return field === 'other' ? faultOf(getLocaleWithoutText(values) ?? '').fault : t(`missing.${field}`)
  }
  const nextUpdateFault = useNextUpdateFault(values)
  const reason = offline ?? props.hold?.reason ?? (missing ? toReason(missing) : nextUpdateFault)
  const number = useCount()
  const { people } = props
  const yesHelp =
    people === undefined
      ? t('form.yesHelp')
      : t('form.yesHelpPeople', { count: people, number: number(people) })
  const templates = (props.lists.templates ?? []).filter((template) => template.template_type === 'message')
  return (
    <DialogForm
      submit={values.broadcast === 'Y' ? t('form.toConfirm') : t('form.submit')}
      reason={reason}
      isBusy={props.isBusy}
      onCancel={props.onCancel}
      onSubmit={props.onSubmit}
    >
      {props.hold?.notice}
      <WriteOrPreview preview={props.preview}>
        <div className={classes.beside}>
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
            inputWrapperOrder={HELP_BELOW}
            description={values.typedBody !== '' && t('form.typedKept')}
            value={values.template}
            onChange={(event) => onChange(applyTemplate(values, event.currentTarget.value, templates))}
            data={[
              { value: '', label: t('form.noTemplate') },
              ...templates.map(({ pkey, title }) => ({ value: String(pkey), label: title })),
            ]}
          />
        </div>
        <BodyField
          takesFocus={isBack}
          lang={FALLBACK_LOCALE}
          label={t('form.body')}
          textHelp={t('form.bodyHelp')}
          required
          rows={8}
          value={values.body}
          error={
            props.isBodyTouched &&
            isBodyEmpty &&
            (isWithoutText(values.body) ? common('removed.noText') : t('form.bodyError'))
          }
          onBlur={props.onBodyTouched}
          onChange={(body) => onChange({ body })}
        />
        {props.lastMessage && <LastMessage message={props.lastMessage} />}
        <OtherBodies
          values={values.others}
          expected={props.expectedLanguages}
          onChange={(others) => onChange({ others })}
        />
        <ChoiceCards
          label={t('form.broadcast')}
          value={values.broadcast}
          choices={[
            { value: 'N', label: t('form.no'), description: t('form.noHelp') },
            { value: 'Y', label: t('form.yes'), description: yesHelp },
          ]}
          onChange={(broadcast) => onChange({ broadcast })}
        />
        <div className={classes.beside}>
          <EmailFields values={values} typed={props.typedFields} fields={fields} onChange={onChange} />
        </div>
        <details className={classes.fold} open={PARTICULARS.some((name) => values[name] !== '') || undefined}>
          <summary>
            {t('form.postMortem')} <span className="muted">{t('form.optional')}</span>
          </summary>
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
        </details>
      </WriteOrPreview>
    </DialogForm>
  )
}

/** The first language whose body has markup but no text. */
const getLocaleWithoutText = ({ others }: FormValues): string | undefined =>
  Object.keys(others).find((locale) => isWithoutText(others[locale] ?? ''))

const PARTICULARS = ['impact', 'rootCause', 'correctiveMeasures', 'solution'] as const

type FormState = { isBodyEmpty: boolean; emptyField: EmailField | undefined; isLoading: boolean }

function findMissing(values: FormValues, { isBodyEmpty, emptyField, isLoading }: FormState) {
  if (isBodyEmpty) return 'body' as const
  if (getLocaleWithoutText(values)) return 'other' as const
  if (values.broadcast === '') return 'broadcast' as const
  if (values.messageType === '') return 'type' as const
  if (isLoading) return 'fields' as const
  return values.broadcast === 'Y' && emptyField ? ('field' as const) : undefined
}

/**
 * The offered types. `lacksInternalRight`: the incident is internal, and the user may not use internal types.
 */
function useOfferedTypes({ lists, priority, isInternal }: MessageFormProps) {
  const mayUseInternal = useMay()(internalTypes)
  const { i18n } = useTranslation()
  const all = lists.types?.[priority].alert_types ?? []
  const types = offeredTypes(all, { isInternalIncident: isInternal, mayUseInternal }).map((type) =>
    toTypeOption(type, i18n.language),
  )
  return { types, lacksInternalRight: isInternal && !mayUseInternal }
}
