import { isObject } from '@aviary/contract/checks'

/** Whether the current value in the refusal of an outdated save (409) is a record with all fields of `record`. */
export const isLike = <Row extends object>(record: Row, current: unknown): current is Row =>
  isObject(current) && Object.keys(record).every((field) => field in current)
