import { getMetrics } from '@aviary/contract/operations/endpoints'
import { callPlain, type TestApp } from './app.ts'

export type Scrape = { status: number; text: string; value: (series: string) => number | undefined }

/** Reads `/metrics` as Prometheus does. `value('name{label="x"}')` is undefined when that series is not there. */
export async function scrape(server: TestApp, token?: string): Promise<Scrape> {
  const authorization = `Bearer ${token ?? (await server.createToken(['read:metrics']))}`
  const { status, body } = await callPlain(server.app, getMetrics, { headers: { authorization } })
  const lines = new Map(
    String(body)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
  return { status, text: String(body), value: (series) => lines.get(series) }
}
