import { csvCell } from '@aviary/contract/csv'

function cellOf(value: string | number): string {
  const text = csvCell(value)
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`
