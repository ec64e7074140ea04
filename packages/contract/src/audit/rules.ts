import { readNames } from '../rules.ts'

/** Maximum number of values in one filter. */
export const AUDIT_MAX_VALUES = 200

export const AUDIT_VALUES = { maxLength: 430, maxNames: AUDIT_MAX_VALUES }

/** Parses the comma-separated values of one audit filter; undefined if there are too many, or one is too long. */
export const readValues = (text: string): string[] | undefined => readNames(text, AUDIT_VALUES)
