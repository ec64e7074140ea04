/** Reminders of a missed update follow each other at this interval. */
export const REMINDER_EVERY_MS = 15 * 60_000

/** Reminders end this long after the update was due; the last one says so. */
export const REMINDERS_END_AFTER_MS = 24 * 60 * 60_000

/** Minutes by which the form offers to put an update off. */
export const PUT_OFF_MINUTES = [15, 30, 60, 120] as const

export const LONGEST_PUT_OFF_NOTE = 200
