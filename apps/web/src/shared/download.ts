import { addressOf, type CallInput } from '@aviary/contract/client'
import { csvLine } from '@aviary/contract/csv'
import type { Endpoint } from '@aviary/contract/endpoint'
import { openFile } from './api.ts'

/** Saves `rows` as a CSV file; cells that a spreadsheet would run as formulas are escaped. */
export function downloadCsv(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const lines = [columns, ...rows].map(csvLine)
  // The byte order mark makes spreadsheets read the file as UTF-8.
  downloadFile(name, new Blob(['\uFEFF', ...lines], { type: 'text/csv;charset=utf-8' }))
}

/** Saves a blob as a file. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  startDownload(url, name)
  URL.revokeObjectURL(url)
}

function startDownload(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** URL under which the browser downloads a file of the server. */
export const fileUrl = <E extends Endpoint>(endpoint: E, input: CallInput<E>): string =>
  `/api${addressOf(endpoint, input)}`

/**
 * Downloads a file of limited size. Reads all of it first, so that a refused or aborted download throws and saves
 * nothing.
 */
export async function downloadBuffered<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const file = await openFile(endpoint, input)
  downloadFile(file.name, await file.read())
}

/** Downloads a file of any size. Throws if the server refuses it; otherwise the browser streams it to disk. */
export async function downloadStreamed<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const file = await openFile(endpoint, input)
  await file.drop()
  startDownload(fileUrl(endpoint, input), '')
}

/** Saves a Markdown text as a file. */
export function downloadText(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: 'text/markdown;charset=utf-8' }))
}
