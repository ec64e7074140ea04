import { csvCell } from '@aviary/contract/csv'

/** Offers `rows` as a CSV file. Cells that a spreadsheet would run as formulas are escaped. */
export async function downloadCsv(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const { default: papaparse } = await import('papaparse')
  const lines = [columns, ...rows].map((row) => row.map(csvCell))
  const text = papaparse.unparse(lines, { newline: '\r\n' })
  // The mark lets spreadsheets read the file as UTF-8.
  downloadFile(name, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
}

/** Offers whatever a file may hold. */
export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Offers a text as a file. */
export function downloadText(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: 'text/markdown;charset=utf-8' }))
}
