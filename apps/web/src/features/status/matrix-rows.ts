import type { DataCenter } from '@aviary/contract/reference/endpoints'
import type { StatusMatrix } from '@aviary/contract/status/endpoints'
import { type CellStatus, isQuiet, rank, worst } from '@aviary/contract/status/rules'

/** A data center as a column; narrow windows show the short name. */
export type GridDataCenter = DataCenter & { short_name?: string | undefined }

export type MatrixRow = {
  service: DataCenter
  /** Status by system name of the data center; NA where there is none. */
  cells: Readonly<Record<string, CellStatus>>
  worst: CellStatus
  isInTrouble: boolean
  /** Whether at least one cell has no status. */
  lacksData: boolean
}

const NO_CELLS = {}

/** The rows of a large matrix: those in trouble first, worst first, then the usual order. */
export function toMatrixRows(
  matrix: StatusMatrix,
  services: readonly DataCenter[],
  dataCenters: readonly DataCenter[],
): MatrixRow[] {
  const rows = services.map((service) => {
    const cells = matrix[service.system_name] ?? NO_CELLS
    const statuses = dataCenters.map(({ system_name }) => statusIn(cells, system_name))
    const worstStatus = worst(statuses)
    return {
      service,
      cells,
      worst: worstStatus,
      isInTrouble: !isQuiet(worstStatus),
      lacksData: statuses.includes('NA'),
    }
  })
  return rows.toSorted((a, b) => urgency(b) - urgency(a))
}

const urgency = ({ isInTrouble, worst: status }: MatrixRow): number => (isInTrouble ? rank(status) : 0)

export const statusIn = (cells: MatrixRow['cells'], dataCenter: string): CellStatus =>
  cells[dataCenter] ?? 'NA'

/** Rows whose service contains the text in its display or system name; all rows if the text is empty. */
export function filterRows(rows: readonly MatrixRow[], text: string): readonly MatrixRow[] {
  const query = text.trim().toLowerCase()
  if (query === '') return rows
  return rows.filter(({ service: { name, system_name } }) =>
    `${name}\n${system_name}`.toLowerCase().includes(query),
  )
}
