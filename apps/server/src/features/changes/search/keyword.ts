import { SEARCHED_FIELDS, type SearchType } from '@aviary/contract/changes/rules'

export type Keyword = {
  text: string
  searchType: SearchType
  /** The columns it may stand in. */
  fields: readonly string[]
  /**
   * `search_text` holds all columns, one to a line, and `owner/repo` on one line even where there is neither. A keyword
   * with one of these two signs could be found where no column has it, so every column is asked as well.
   */
  needsRecheck: boolean
}

/** Undefined for no keyword at all. */
export function keywordOf(text: string, searchType: SearchType): Keyword | undefined {
  if (text === '') return undefined
  const needsRecheck = searchType !== 'any' || /[\n/]/.test(text)
  return { text, searchType, fields: SEARCHED_FIELDS[searchType], needsRecheck }
}

/** Three letters or digits in a row, which every database knows as such: what a trigram index finds words by. */
export const hasTrigram = ({ text }: Keyword): boolean => /[a-z0-9]{3}/i.test(text)

/** The same in any script, where it is for the database to say which signs are letters; undefined when there are none. */
export const foreignTrigram = ({ text }: Keyword): string | undefined => /[\p{L}\p{N}]{3}/u.exec(text)?.[0]
