import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Db } from './database/open.ts'
import { importRows } from './ingest/files/import-rows.ts'
import { type ImportContext, KINDS } from './ingest/files/kinds.ts'
import { readJsonLines } from './ingest/files/read-json-lines.ts'
import type { Row } from './ingest/files/row.ts'
import { serverFolder } from './server-folder.ts'

/** Half a year of one provider's deployments, and what people changed beside them; demo/README.md says what is real. */
export async function seedDemoChanges(
  db: Db,
  productKey: string,
  context: Omit<ImportContext, 'outside'>,
): Promise<void> {
  const file = createReadStream(path.join(serverFolder, 'demo/changes.jsonl.gz')).pipe(createGunzip())
  const rows = withProduct(readJsonLines(file), productKey)
  await importRows(db, { rows, kind: KINDS.changes, context: { ...context, outside: db } })
}

/** `{product}govprod` becomes the data center of the installation's product key. */
async function* withProduct(rows: AsyncIterable<Row>, productKey: string): AsyncGenerator<Row> {
  for await (const row of rows) {
    const places = 'value' in row ? row.value.data_centers : undefined
    if ('value' in row && Array.isArray(places))
      row.value.data_centers = places.map((place) => String(place).replace('{product}', productKey))
    yield row
  }
}
