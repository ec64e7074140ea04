import { numberFormat } from './formats.ts'

/** A fraction (1 is 100 %) as a whole percentage, spaced as the language requires. */
export const percentText = (share: number, language: string): string =>
  numberFormat(language, { style: 'percent' }).format(share)
