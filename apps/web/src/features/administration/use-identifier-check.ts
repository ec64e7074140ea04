import { IDENTIFIER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { useDebounced } from '../../shared/use-debounced.ts'

/** The fault of an identifier once typing has rested; until it has been looked at nothing can be saved. */
export function useIdentifierCheck(text: string, faultOf: (text: string) => string | undefined) {
  const settled = useDebounced(text, IDENTIFIER_DEBOUNCE_MS)
  return { isChecked: settled === text, fault: settled.trim() === '' ? undefined : faultOf(settled.trim()) }
}
