import * as imports from '@aviary/contract/security/import-endpoints'
import { type Route, serve, serveUpload } from '../../../http/call.ts'
import { NotFound } from '../../../http/errors.ts'
import { readPage } from '../../../http/paging.ts'
import { presentImport } from '../present.ts'
import { preview } from './preview.ts'
import * as queries from './queries.ts'
import { decodeWholeCharacters } from './text-file.ts'
import { createImport, deleteImport, updateImport, uploadImport } from './write-import.ts'

/** Size limits in bytes; a JSON escape takes up to six bytes per character. */
const DATA_LARGEST_BODY = 8 * 1024 * 1024
const PREVIEW_LARGEST_BODY = 2 * 1024 * 1024

const BYTE_ORDER_MARK = /^\uFEFF/

export const importRoutes: Route[] = [
  serve(imports.listImports, async ({ db, query }) => {
    const filters = { secId: query.sec_id, secCommId: query.sec_comm_id, importId: query.import_id }
    const [total, { rows, more_results }] = await Promise.all([
      queries.countImports(db, filters),
      readPage(query, (page) => queries.listImports(db, filters, page)),
    ])
    return {
      imports: rows.map(presentImport),
      more_results,
      total,
    }
  }),
  serve(imports.readImport, async ({ db, query }) => {
    const { import_id: importId, from } = query
    const [stored] = await queries.listImports(db, { importId }, { startAt: 0, size: 1 })
    if (!stored) throw new NotFound(`There is no import ${importId}; it may have been deleted`)
    const to = Math.min(from + queries.PART_BYTES, stored.size)
    if (from >= stored.size) return { data: '', next: null }
    const isEnd = to === stored.size
    const { text, consumed } = decodeWholeCharacters(
      await queries.readBytes(db, importId, { from, to }),
      isEnd,
    )
    return {
      data: from === 0 ? text.replace(BYTE_ORDER_MARK, '') : text,
      next: isEnd ? null : from + consumed,
    }
  }),
  serve(imports.previewImport, preview, { largestBody: PREVIEW_LARGEST_BODY }),
  serve(imports.createImport, createImport, { largestBody: DATA_LARGEST_BODY }),
  serveUpload(imports.uploadImport, uploadImport),
  serve(imports.updateImport, updateImport, { largestBody: DATA_LARGEST_BODY }),
  serve(imports.deleteImport, deleteImport),
]
