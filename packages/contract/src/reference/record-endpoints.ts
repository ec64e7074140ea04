import { z } from 'zod'
import { requires } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { yesNo } from '../wire.ts'
import {
  editedReferenceRecord,
  newReferenceRecord,
  referenceKey,
  referenceKind,
  referenceRecord,
  unknownNameRow,
} from './record-schemas.ts'
import { ALIASED_KINDS, CREATED_KINDS, ORDERED_KINDS } from './rules.ts'

const seesReference = requires('view_reference_data', 'edit_reference_data')
const editsReference = requires('edit_reference_data')
const oneRecord = z.object({ record: referenceRecord })

export const listReferenceRecords = endpoint({
  method: 'GET',
  path: '/reference/records/',
  summary: 'All records of one kind of reference data, retired ones too, in their order',
  access: seesReference,
  query: z.object({ kind: referenceKind }),
  answer: z.object({ records: z.array(referenceRecord) }),
})

export const createReferenceRecord = endpoint({
  method: 'POST',
  path: '/reference/records/',
  summary:
    'Creates a service, a data center, an alert type, a comm type, a maintenance flag or a role on incidents, as the last one',
  access: editsReference,
  audits: 'Create Reference Record',
  body: write({ record: newReferenceRecord }),
  answer: oneRecord,
})

export const updateReferenceRecord = endpoint({
  method: 'PUT',
  path: '/reference/records/',
  summary: 'Changes the fields of a record; its key stays, and what was written with the old name keeps it',
  access: editsReference,
  audits: 'Update Reference Record',
  body: write({ record: editedReferenceRecord }),
  answer: oneRecord,
})

export const retireReferenceRecord = endpoint({
  method: 'PUT',
  path: '/reference/records/retire/',
  summary: 'Retires a record, or brings it back: a retired one is not offered, but stays readable in history',
  access: editsReference,
  audits: 'Retire Reference Record',
  body: write({ kind: z.enum(CREATED_KINDS), key: referenceKey, is_retired: yesNo }),
  answer: oneRecord,
})

export const orderReferenceRecords = endpoint({
  method: 'PUT',
  path: '/reference/records/order/',
  summary: 'Puts all records of a kind that are not retired into another order; the others come after them',
  access: editsReference,
  audits: 'Order Reference Records',
  body: write({
    kind: z.enum(ORDERED_KINDS),
    keys: z
      .array(referenceKey)
      .min(1)
      .max(2_000)
      .describe(
        'Every record that is not retired, once; another list than the present one is refused (409).',
      ),
  }),
  answer: z.object({ records: z.array(referenceRecord) }),
})

export const deleteReferenceRecord = endpoint({
  method: 'DELETE',
  path: '/reference/records/',
  summary: 'Deletes a record that nothing names; one that is used can only be retired',
  access: editsReference,
  audits: 'Delete Reference Record',
  body: write({ kind: z.enum(CREATED_KINDS), key: referenceKey }),
  answer: z.object({ key: z.string() }),
})

export const listUnknownNames = endpoint({
  method: 'GET',
  path: '/reference/unknown_names/',
  summary: 'Names from senders that nothing in the reference data has, the newest first',
  access: seesReference,
  answer: z.object({ names: z.array(unknownNameRow) }),
})

const unknownName = {
  source: z.string().trim().min(1).max(200),
  kind: unknownNameRow.shape.kind,
  name: z.string().trim().min(1).max(100),
}

export const ignoreUnknownName = endpoint({
  method: 'PUT',
  path: '/reference/unknown_names/ignore/',
  summary: 'Marks an unknown name as one that needs no attention, or takes the mark away',
  access: editsReference,
  audits: 'Ignore Unknown Name',
  body: write({ ...unknownName, is_ignored: yesNo }),
  answer: z.object({ name: unknownNameRow }),
})

export const createAlias = endpoint({
  method: 'POST',
  path: '/reference/aliases/',
  summary:
    'Has a name that senders use mean a service, a data center or a severity; unknown names like it go',
  access: editsReference,
  audits: 'Create Alias',
  body: write({ kind: z.enum(ALIASED_KINDS), alias: unknownName.name, key: referenceKey }),
  answer: oneRecord,
})
