/** `before` is exclusive. */
export type TimeRange = { start: Date | undefined; before: Date | undefined }

const SECOND = 1_000

const momentOf = (second: number) => new Date(second * SECOND)

/** Time range of a request, given in seconds since 1970. Adds one second to `end_date`, which is inclusive. */
export const readTimeRange = (range: {
  start_date?: number | undefined
  end_date?: number | undefined
}): TimeRange => ({
  start: range.start_date === undefined ? undefined : momentOf(range.start_date),
  before: range.end_date === undefined ? undefined : momentOf(range.end_date + 1),
})
