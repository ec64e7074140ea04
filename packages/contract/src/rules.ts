/** `Y`/`N` on the wire; booleans in the code. */
export const YES_NO = ['Y', 'N'] as const
export type YesNo = (typeof YES_NO)[number]
export const toYesNo = (value: boolean): YesNo => (value ? 'Y' : 'N')

export const PRIORITY_TYPES = ['P1', 'P2'] as const
export type PriorityType = (typeof PRIORITY_TYPES)[number]

/** Largest integer column value in the database. */
export const LARGEST_ID = 2 ** 31 - 1
/** Whether a number can be the id of a database row. */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= LARGEST_ID

/** Splits names at commas. Within a name, a comma is spelled `%2C`, and a percent sign before `2C` or `25` `%25`. */
export const splitNames = (text: string): string[] =>
  text.split(',').map((name) => name.replaceAll(/%2C/gi, ',').replaceAll('%25', '%'))

/** Joins names into one query parameter; `severalNames` reads it. */
export const joinNames = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

/** Trims names, and drops empty names and duplicates. */
export const trimNames = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.trim()))].filter(Boolean)

export type NameLimits = { maxLength: number; maxNames: number }

/** Reads what `joinNames` wrote; undefined if there are too many names, or one is too long. */
export function readNames(text: string, { maxLength, maxNames }: NameLimits): string[] | undefined {
  const names = trimNames(splitNames(text))
  const areShort = names.every((name) => name.length <= maxLength)
  return areShort && names.length <= maxNames ? names : undefined
}

/** A URL that is safe as a link: http or https, without a user or password before the host. */
export const httpLink = /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i
