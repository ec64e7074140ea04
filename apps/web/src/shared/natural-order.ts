const LONGEST_NUMBER = 15

/** A text whose alphabetical order is the natural one: OPI-9 before OPI-10. */
export const naturalKey = (text: string): string =>
  text.replace(/\d+/g, (digits) => digits.padStart(LONGEST_NUMBER, '0'))
