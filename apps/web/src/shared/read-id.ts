import { rowIdText } from '@aviary/contract/wire'

/** The row id that a text names; undefined if it cannot be one. */
export const readId = (text: string | undefined): number | undefined =>
  rowIdText.safeParse(/^\d+$/.test(text ?? '') ? text : undefined).data
