/**
 * What ends a cell or a row for a spreadsheet that was told another separator than the comma: it then reads quotes within
 * a row as letters, so a formula may also begin behind one of these.
 */
const ENDS = '\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029;'
/** Spreadsheets skip spaces, invisible characters and quotes on the way to a formula. */
const SKIPPED = `(?:(?![${ENDS}])[\\s\\p{C}"'‘’“”„«»])*`
/** In the widths and the look-alikes that input methods write. */
const SIGNS = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]'
/** A negative number is no formula, and calculating with it is what people want of a spreadsheet. */
const NEGATIVE_NUMBER = `-\\d+(?:[.,]\\d+)?(?:$|[${ENDS}])`

const FORMULA = new RegExp(`(^|[${ENDS}])(?=${SKIPPED}${SIGNS})(?!${NEGATIVE_NUMBER})`, 'gu')
/** Spreadsheets drop them at the beginning of a cell. */
const BEGINS_WITH_END = new RegExp(`^[${ENDS}]`, 'u')

/**
 * One cell of a file that people open in a spreadsheet, before it is quoted: an apostrophe stands in front of whatever
 * would run as a formula. Every CSV file of the product goes through here.
 */
export function csvCell(value: string | number): string {
  const text = String(value)
  if (typeof value === 'number') return text
  const harmless = text.replace(FORMULA, "$1'")
  return BEGINS_WITH_END.test(harmless) ? `'${harmless}` : harmless
}
