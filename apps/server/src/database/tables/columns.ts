import { bigint, integer, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Column for tables that may have more rows than an integer can count. */
export const rowNumber = (name: string) => bigint(name, { mode: 'number' })

/** Counts edits, so that the second of two simultaneous editors gets a conflict. */
export const version = () => integer('version').notNull().default(1)
