import { numberFormat } from './formats.ts'

/** A share of 1 as a whole percentage, spaced as the language requires. */
export const percentText = (share: number, language: string): string =>
  numberFormat(language, { style: 'percent' }).format(share)
