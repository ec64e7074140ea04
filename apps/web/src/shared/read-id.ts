import { isRowId } from '@aviary/contract/rules'

/** Parses a row id; undefined if the text is not a valid id. */
export const readId = (text = ''): number | undefined =>
  /^\d+$/.test(text) && isRowId(Number(text)) ? Number(text) : undefined
