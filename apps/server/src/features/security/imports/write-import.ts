import { toYesNo } from '@aviary/contract/rules'
import type * as endpoints from '@aviary/contract/security/import-endpoints'
import type { Db } from '../../../database/open.ts'
import type { Call, UploadCall } from '../../../http/call.ts'
import { refuseOutdated, requireFound } from '../../../http/edits.ts'
import { Conflict, fault, InvalidInput } from '../../../http/errors.ts'
import type { UploadedFile } from '../../../http/spool.ts'
import { presentImport } from '../present.ts'
import { lockComm } from '../queries.ts'
import { countReach } from '../staging/queries.ts'
import type { ImportRow } from './queries.ts'
import * as queries from './queries.ts'
import { stage } from './stage.ts'
import { toFile } from './text-file.ts'

export const createImport = (call: Call<typeof endpoints.createImport>) =>
  storeImport(call, 'body', { ...call.body, file: toFile(call.body.data) })

export const uploadImport = (call: UploadCall<typeof endpoints.uploadImport>) =>
  storeImport(call, 'query', { ...call.query, file: call.file })

type NewImport = {
  sec_id: number
  sec_comm_id: number
  title: string
  filename: string
  is_hidden: 'Y' | 'N'
  file: UploadedFile
}

async function storeImport(call: Call, part: 'body' | 'query', input: NewImport) {
  const { db, now } = call
  const secCommId = input.sec_comm_id
  await requireComm(db, part, input)
  const inserted = await queries.createImport(db, {
    secCommId,
    title: input.title,
    filename: input.filename,
    isHidden: input.is_hidden === 'Y',
    columns: [],
    size: input.file.size,
    digest: input.file.digest,
    createdBy: call.caller,
    createdDate: now,
  })
  if (!inserted) throw await alreadyExists(db, secCommId, input.file)
  const { columns } = await stage(db, inserted, input.file)
  await queries.setColumns(db, inserted.importId, columns)
  const after = await requireImport(db, inserted.importId)
  call.audit(toAudit(after, { before: null, digest: input.file.digest, columns }))
  call.changed('security')
  return { import_id: after.pkey, import: after, reach: await countReach(db, after.pkey) }
}

/** Locks the comm against deletion until the transaction ends, without blocking edits and new emails. */
async function requireComm(db: Db, part: 'body' | 'query', input: NewImport): Promise<void> {
  const comm = await lockComm(db, input.sec_comm_id, 'key share')
  const refuse = (field: string, message: string) =>
    new InvalidInput(`${part}.${field}: ${message}`, [{ path: `${part}.${field}`, message }])
  if (!comm) throw refuse('sec_comm_id', `there is no comm ${input.sec_comm_id}; it may have been deleted`)
  if (comm.secId !== input.sec_id)
    throw refuse(
      'sec_id',
      `comm ${comm.secCommId} belongs to security incident ${comm.secId} and not to ${input.sec_id}`,
    )
}

async function alreadyExists(db: Db, secCommId: number, { digest }: UploadedFile): Promise<Conflict> {
  const other = await queries.getImportByDigest(db, secCommId, digest)
  const name = other ? `import ${other.importId} ('${other.title}')` : 'another import'
  return new Conflict(`Comm ${secCommId} has this very file already, as ${name}; nothing was stored`)
}

/**
 * Title, file name and visibility can change at any time. New data replaces all staged emails; it is refused
 * if emails of the import were promoted or a row is faulty.
 */
export async function updateImport(call: Call<typeof endpoints.updateImport>) {
  const { db, body } = call
  const importId = body.import_id
  const file = body.data === undefined ? undefined : toFile(body.data)
  const lock = file ? 'update' : 'no key update'
  const stored = requireFound(await queries.lockImport(db, importId, lock), `import ${importId}`)
  const before = await requireImport(db, importId)
  refuseOutdated(before, body.version)
  refuseMove(body, before)
  const isNewFile = file !== undefined && file.digest !== stored.digest
  const staged = isNewFile ? await restage(db, stored, file) : undefined
  await queries.updateImport(db, importId, {
    title: body.title,
    filename: body.filename ?? stored.filename,
    isHidden: (body.is_hidden ?? toYesNo(stored.isHidden)) === 'Y',
    ...staged,
  })
  const after = await requireImport(db, importId)
  call.audit(toAudit(after, { before: withoutData(before), digest: staged?.digest ?? stored.digest }))
  call.changed('security')
  return { import_id: importId, import: after, ...(staged && { reach: await countReach(db, importId) }) }
}

function refuseMove(
  body: Call<typeof endpoints.updateImport>['body'],
  before: endpoints.SecurityImport,
): void {
  for (const field of ['sec_comm_id', 'sec_id'] as const) {
    const other = body[field]
    if (other !== undefined && other !== before[field])
      throw fault(field, `import ${before.pkey} belongs to ${before[field]} and stays there`)
  }
}

async function restage(db: Db, row: ImportRow, file: UploadedFile) {
  const promoted = await queries.countPromoted(db, row)
  if (promoted > 0)
    throw new Conflict(
      `${promoted.toLocaleString('en')} emails of import ${row.importId} were promoted: its data stays. Take the other file in as an import of its own`,
    )
  const other = await queries.getImportByDigest(db, row.secCommId, file.digest)
  if (other) throw await alreadyExists(db, row.secCommId, file)
  await queries.deleteStaged(db, row.importId)
  await queries.deleteParts(db, row.importId)
  const { columns } = await stage(db, row, file)
  return { columns, size: file.size, digest: file.digest }
}

/** Promoted emails stay: they are emails like any other. */
export async function deleteImport(call: Call<typeof endpoints.deleteImport>) {
  const { db, body } = call
  const importId = body.import_id
  const stored = requireFound(await queries.lockImport(db, importId, 'update'), `import ${importId}`)
  const before = await requireImport(db, importId)
  await queries.deleteStaged(db, importId)
  await queries.deleteImport(db, importId)
  call.audit({
    import_id: importId,
    sec_comm_id: stored.secCommId,
    digest: stored.digest,
    before: withoutData(before),
    after: null,
  })
  call.changed('security')
  return { import_id: importId }
}

async function requireImport(db: Db, importId: number): Promise<endpoints.SecurityImport> {
  const [found] = await queries.listImports(db, { importId }, { startAt: 0, size: 1 })
  return presentImport(requireFound(found, `import ${importId}`))
}

/** Without the text of the file, which must not be audited. */
const withoutData = ({ data: _, ...rest }: endpoints.SecurityImport) => rest

const toAudit = (after: endpoints.SecurityImport, more: Record<string, unknown>) => ({
  import_id: after.pkey,
  sec_comm_id: after.sec_comm_id,
  ...more,
  after: withoutData(after),
})
