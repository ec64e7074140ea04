import { rowIdText } from '@aviary/contract/wire'

/** The id that a text or an address names; undefined where nothing can have it. */
export const readId = (text: string | undefined): number | undefined =>
  rowIdText.safeParse(/^\d+$/.test(text ?? '') ? text : undefined).data
