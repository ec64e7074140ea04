import { bigint, integer, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Of tables that may have more rows than an integer counts. */
export const rowNumber = (name: string) => bigint(name, { mode: 'number' })

/** Counts the edits of a row, so that of two people who edit it the second is told. */
export const version = () => integer('version').notNull().default(1)
