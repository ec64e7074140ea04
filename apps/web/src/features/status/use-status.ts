import {
  getStatus,
  getStatusReasons,
  getStatusSince,
  type StatusMatrix,
} from '@aviary/contract/status/endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { dataCentersQuery, servicesQuery } from '../../shared/settings.ts'

const statusQuery = queryOptions({
  queryKey: ['status', 'matrix'],
  queryFn: ({ signal }) => call(getStatus, { signal }),
  ...polled,
})

/** The matrix, polled every 30 seconds, with the names and order of its rows and columns. */
export function useStatus() {
  return {
    matrix: useQuery(statusQuery),
    services: useQuery(servicesQuery),
    dataCenters: useQuery(dataCentersQuery),
  }
}

/** Whether no cell has a status, because nothing has reported yet. */
export const useIsEmpty = (): boolean =>
  useQuery({ ...statusQuery, refetchInterval: false, select: isEmpty }).data ?? false

const isEmpty = (matrix: StatusMatrix): boolean =>
  Object.values(matrix).every((cells) => Object.values(cells).every((status) => status === 'NA'))

/** Of a larger grid only the cells in trouble have a time: 60,000 times are five megabytes. */
const MOST_CELLS_WITH_TIMES = 4_000

const countCells = (matrix: StatusMatrix): number =>
  Object.values(matrix).reduce((sum, cells) => sum + Object.keys(cells).length, 0)

/**
 * When each cell got its current status: cell key → ISO 8601. Fetched after the grid has loaded, and whenever
 * the grid changes.
 */
export function useStatusSince(matrix: StatusMatrix | undefined): ReadonlyMap<string, string> {
  const of = matrix && countCells(matrix) > MOST_CELLS_WITH_TIMES ? 'trouble' : 'all'
  const { data, refetch } = useQuery({
    queryKey: ['status', 'since', of],
    queryFn: async ({ signal }) => {
      const { cells } = await call(getStatusSince, { query: { of }, signal })
      return new Map(cells.map((cell) => [cellKey(cell.service, cell.data_center), cell.since]))
    },
    enabled: matrix !== undefined,
  })
  // Polling refetches the matrix only, so a changed matrix refetches the times here.
  const before = useRef(matrix)
  useEffect(() => {
    if (before.current && before.current !== matrix) void refetch({ cancelRefetch: false })
    before.current = matrix
  }, [matrix, refetch])
  return data ?? EMPTY
}

/** Why a cell is not normal. Refetched whenever the popover opens, and polled while it is open. */
export const useReasons = (service: string, dataCenter: string) =>
  useQuery({
    queryKey: ['status', 'reasons', service, dataCenter],
    queryFn: ({ signal }) => call(getStatusReasons, { query: { service, data_center: dataCenter }, signal }),
    staleTime: 0,
    ...polled,
  })

const EMPTY: ReadonlyMap<string, string> = new Map()

export const cellKey = (service: string, dataCenter: string): string => `${service}\n${dataCenter}`
