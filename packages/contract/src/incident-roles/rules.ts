export const LONGEST_ROLE_NOTE = 500

/** The roles whose holder owns the promise of a next update, by key: the first one that somebody has. */
export const OWNERS_OF_UPDATES: readonly string[] = ['communications', 'lead']

/** Most people that the search for the next holder answers. */
export const MOST_PEOPLE = 20
