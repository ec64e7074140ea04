import * as endpoints from '@aviary/contract/reference/record-endpoints'
import { type Route, serve } from '../../../http/call.ts'
import { deleteRecord, orderRecords, retireRecord } from './arrange-records.ts'
import { createAlias } from './create-alias.ts'
import { createRecord } from './create-record.ts'
import { listRecords } from './list-records.ts'
import { ignoreUnknownName, listUnknownNames } from './unknown/list-unknown.ts'
import { changeRecord } from './update-record.ts'

export const referenceRecordRoutes: Route[] = [
  serve(endpoints.listReferenceRecords, async ({ db, query }) => ({
    records: await listRecords(db, query.kind),
  })),
  serve(endpoints.createReferenceRecord, createRecord),
  serve(endpoints.updateReferenceRecord, changeRecord),
  serve(endpoints.retireReferenceRecord, retireRecord),
  serve(endpoints.orderReferenceRecords, orderRecords),
  serve(endpoints.deleteReferenceRecord, deleteRecord),
  serve(endpoints.listUnknownNames, async ({ db }) => ({ names: await listUnknownNames(db) })),
  serve(endpoints.ignoreUnknownName, ignoreUnknownName),
  serve(endpoints.createAlias, createAlias),
]
