import { JAPANESE } from '@aviary/contract/messages/body'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormValues } from './notification-form.ts'
import { useEntered } from './use-entered.ts'

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

/** The fields of a notification as people read them, and what they are called. */
export function useNotificationTexts() {
  const { t } = useTranslation('notifications')
  const entered = useEntered()
  const shown = (key: string, text: string): ReactNode => {
    if (text === '') return t('form.noText')
    return key === 'bodyJa' ? <span lang={JAPANESE}>{text}</span> : text
  }
  const emptyTexts = Object.fromEntries(FIELDS.map((field) => [field, t('form.noText')]))
  return {
    names: Object.fromEntries(FIELDS.map((field) => [field, t(`form.${field}`)])),
    textsOf: (values: FormValues): Partial<Record<keyof FormValues, ReactNode>> => ({
      ...emptyTexts,
      ...Object.fromEntries(entered(values).map(({ key, value }) => [key, shown(key, value)])),
    }),
  }
}
