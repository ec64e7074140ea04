// `npm run api-reference`: writes docs/api/ from the contract, as served at /api/openapi.json.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toOpenApi } from '../apps/server/src/http/openapi.ts'
import { ENDPOINTS } from '../packages/contract/src/areas.ts'
import { pagesOf } from './api-reference/pages.mjs'

export const folder = fileURLToPath(new URL('../docs/api/', import.meta.url))

/** API reference pages as the contract gives them now: text by file name. */
export const currentPages = () => pagesOf(toOpenApi(ENDPOINTS, 'current'))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pages = currentPages()
  for (const [name, text] of pages) writeFileSync(join(folder, name), text)
  console.log(`Wrote ${pages.size} pages to docs/api`)
}
