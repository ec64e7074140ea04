import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { type IncidentRecord, incidentRecord } from '@aviary/contract/ingest/schemas'
import type { Row } from '../csv/row.ts'
import { readJsonLines } from '../ingest/files/read-json-lines.ts'
import { serverFolder } from '../server-folder.ts'

const readLines = (name: string): AsyncIterable<Row> =>
  readJsonLines(createReadStream(path.join(serverFolder, 'demo', name)).pipe(createGunzip()))

/** The incidents of the demo data; times are not moved. The product key replaces `{product}` everywhere. */
export async function readDemoIncidents(productKey: string): Promise<IncidentRecord[]> {
  const records = []
  for await (const row of readLines('incidents.jsonl.gz')) {
    if ('fault' in row) throw new Error(`demo/incidents.jsonl.gz, line ${row.line}: ${row.fault}`)
    const text = JSON.stringify(row.value).replaceAll('{product}', productKey)
    records.push(incidentRecord.parse(JSON.parse(text)))
  }
  return records
}

/** The changes of the demo data; times are not moved. The product key replaces `{product}` in names. */
export async function* readDemoChanges(productKey: string): AsyncGenerator<Row> {
  for await (const row of readLines('changes.jsonl.gz')) {
    const dataCenters = 'value' in row ? row.value.data_centers : undefined
    if ('value' in row && Array.isArray(dataCenters))
      row.value.data_centers = dataCenters.map((dataCenter) =>
        String(dataCenter).replace('{product}', productKey),
      )
    yield row
  }
}
