import { useTranslation } from 'react-i18next'
import { useDebounced } from '../../shared/use-debounced.ts'

type CheckedText = {
  text: string
  /** Fault of an empty text. */
  missing: string
  delayMs: number
  faultOf: (text: string) => string | undefined
}

/**
 * Checks a required text `delayMs` after the last key. `error` is shown at the field; `fault`, also set while
 * a check is pending or the text is empty, prevents saving.
 */
export function useCheckedText({ text, missing, delayMs, faultOf }: CheckedText) {
  const { t } = useTranslation()
  const settled = useDebounced(text, delayMs)
  const error = settled.trim() === '' ? undefined : faultOf(settled.trim())
  const fault = settled === text ? error : t('form.checking')
  return { error, fault: text.trim() === '' ? missing : fault }
}
