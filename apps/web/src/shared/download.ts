import { addressOf, type CallInput } from '@aviary/contract/client'
import { csvCell } from '@aviary/contract/csv'
import type { Endpoint } from '@aviary/contract/endpoint'
import { openFile } from './api.ts'

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
  offer(address, name)
  URL.revokeObjectURL(address)
}

function offer(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Where the browser takes a file of the server from. */
export const fileAddress = <E extends Endpoint>(endpoint: E, input: CallInput<E>): string =>
  `/api${addressOf(endpoint, input)}`

/**
 * Offers a file of the server that has a bound: it is read as a whole first, so that one that is refused or breaks off
 * throws and leaves nothing behind.
 */
export async function downloadWhole<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const file = await openFile(endpoint, input)
  downloadFile(file.name, await file.read())
}

/**
 * Offers a file of the server that may have any length: whether it is refused is asked first, and throws; then the browser
 * takes it to the disk as it comes.
 */
export async function downloadAsItComes<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const file = await openFile(endpoint, input)
  await file.drop()
  offer(fileAddress(endpoint, input), '')
}

/** Offers a text as a file. */
export function downloadText(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: 'text/markdown;charset=utf-8' }))
}
