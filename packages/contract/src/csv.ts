/**
 * Characters that end a cell or row in spreadsheets that separate cells by something else than commas. Such a
 * spreadsheet reads quotes within a row as text, so a formula may begin after one of these characters.
 */
const ENDS = '\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029;'
/** Characters that spreadsheets skip before a formula: spaces, invisible characters and quotes. */
const SKIPPED = `(?:(?![${ENDS}])[\\s\\p{C}"'‘’“”„«»])*`
/** Characters that start a formula, including full-width and similar ones from input methods. */
const SIGNS = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]'
/** A negative number is no formula, and people want to calculate with it. */
const NEGATIVE_NUMBER = `-\\d+(?:[.,]\\d+)?(?:$|[${ENDS}])`

const FORMULA = new RegExp(`(^|[${ENDS}])(?=${SKIPPED}${SIGNS})(?!${NEGATIVE_NUMBER})`, 'gu')
/**
 * Matches a cell or row separator (ENDS) at the start of a text: spreadsheets drop it and would run a formula
 * after it.
 */
const BEGINS_WITH_END = new RegExp(`^[${ENDS}]`, 'u')

/** One unquoted cell of a file for spreadsheets: an apostrophe is put before anything that would run as a formula. */
export function csvCell(value: string | number): string {
  const text = String(value)
  if (typeof value === 'number') return text
  const harmless = text.replace(FORMULA, "$1'")
  return BEGINS_WITH_END.test(harmless) ? `'${harmless}` : harmless
}

function quotedCell(value: string | number): string {
  const text = csvCell(value)
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One row of a CSV file (RFC 4180), with its line end. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(quotedCell).join(',')}\r\n`
