import { rowIdText } from '@aviary/contract/wire'

/** Parses a row id; undefined if the text is not a valid id. */
export const readId = (text: string | undefined): number | undefined =>
  rowIdText.safeParse(/^\d+$/.test(text ?? '') ? text : undefined).data
