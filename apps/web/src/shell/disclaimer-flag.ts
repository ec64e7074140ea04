import { DISCLAIMER_KEY } from '@aviary/contract/constants'
import { keepChoice, readChoice } from '../shared/saving/storage.ts'

/** False once the person has ticked not to see the disclaimer again (spec 1 §2.2). */
export const isDisclaimerShown = (): boolean => readChoice(DISCLAIMER_KEY) !== 'true'

export const hideDisclaimer = (): void => keepChoice(DISCLAIMER_KEY, 'true')
