/** A spreadsheet would run such a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** One cell of CSV (RFC 4180); what a spreadsheet would run is set behind an apostrophe. */
function cellOf(value: string | number): string {
  const text = String(value)
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`
