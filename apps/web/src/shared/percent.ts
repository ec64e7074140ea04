import { numberFormat } from './formats.ts'

/** A share of 1 as a whole percentage, with the space before its sign that the language wants. */
export const percentText = (share: number, language: string): string =>
  numberFormat(language, { style: 'percent' }).format(share)
