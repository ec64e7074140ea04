import { DISCLAIMER_KEY } from '@aviary/contract/constants'

/** Shows until the person has ticked not to be shown it again (spec 1 §2.2). */
export const disclaimerShows = (): boolean => localStorage.getItem(DISCLAIMER_KEY) !== 'true'

export const hideDisclaimer = (): void => localStorage.setItem(DISCLAIMER_KEY, 'true')
