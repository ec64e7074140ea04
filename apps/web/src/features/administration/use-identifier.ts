import { IDENTIFIER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { useCheckedText } from '../../ui/records/use-checked-text.ts'

type Identifier = {
  label: string
  text: string
  isTaken: (text: string) => boolean
  /** Returns the message for any fault other than a taken identifier. */
  faultOf?: (text: string) => string | undefined
}

/** Checks the identifier of a record: it is required and must be unique. */
export function useIdentifier({ label, text, isTaken, faultOf }: Identifier) {
  const { t } = useTranslation('administration')
  return useCheckedText({
    text,
    missing: t('required', { field: label }),
    delayMs: IDENTIFIER_DEBOUNCE_MS,
    faultOf: (typed) =>
      faultOf?.(typed) ?? (isTaken(typed) ? t('alreadyExists', { identifier: label }) : undefined),
  })
}
