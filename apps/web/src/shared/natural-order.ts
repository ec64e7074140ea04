const MAX_DIGITS = 15

/** A sort key that orders numbers by value: OPI-9 before OPI-10. */
export const naturalKey = (text: string): string =>
  text.replace(/\d+/g, (digits) => digits.padStart(MAX_DIGITS, '0'))
