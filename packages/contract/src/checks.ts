/**
 * Checks of data from outside (URLs, stored settings, the event stream) for the browser: schemas would cost its
 * first page 23 KB (ADR 56).
 */
export type Check = (value: unknown) => boolean

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText =
  (longest = Number.POSITIVE_INFINITY): Check =>
  (value) =>
    typeof value === 'string' && value.length <= longest

export const isInteger =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

export const isOneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)

export const isListOf =
  (check: Check, longest = Number.POSITIVE_INFINITY): Check =>
  (value) =>
    Array.isArray(value) && value.length <= longest && value.every(check)

export const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** Whether a value is an object whose fields pass their checks; further fields are allowed. */
export const hasFields = <T extends object>(
  value: unknown,
  checks: { readonly [K in keyof T]-?: Check },
): value is T =>
  isObject(value) && Object.entries<Check>(checks).every(([field, check]) => check(value[field]))
