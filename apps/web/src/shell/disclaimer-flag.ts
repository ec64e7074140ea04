import { DISCLAIMER_KEY } from '@aviary/contract/constants'
import { keepChoice, readChoice } from '../shared/saving/storage.ts'

/** Shows until the person has ticked not to be shown it again (spec 1 §2.2). */
export const disclaimerShows = (): boolean => readChoice(DISCLAIMER_KEY) !== 'true'

export const hideDisclaimer = (): void => keepChoice(DISCLAIMER_KEY, 'true')
