import { JAPANESE } from '@aviary/contract/messages/body'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormValues } from './notification-form.ts'
import { useFieldValues } from './use-field-values.ts'

const FIELDS = [
  'type',
  'title',
  'body',
  'bodyJa',
  'start',
  'end',
  'broadcast',
  'subject',
  'sendTime',
] as const

/** Display names and display values of the fields of a notification. */
export function useNotificationTexts() {
  const { t } = useTranslation('notifications')
  const getFieldValues = useFieldValues()
  const renderText = (key: string, text: string): ReactNode => {
    if (text === '') return t('form.noText')
    return key === 'bodyJa' ? <span lang={JAPANESE}>{text}</span> : text
  }
  const emptyTexts = Object.fromEntries(FIELDS.map((field) => [field, t('form.noText')]))
  return {
    names: Object.fromEntries(FIELDS.map((field) => [field, t(`form.${field}`)])),
    textsOf: (values: FormValues): Partial<Record<keyof FormValues, ReactNode>> => ({
      ...emptyTexts,
      ...Object.fromEntries(getFieldValues(values).map(({ key, value }) => [key, renderText(key, value)])),
    }),
  }
}
