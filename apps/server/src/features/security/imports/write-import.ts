import type * as endpoints from '@aviary/contract/security/import-endpoints'
import { toYesNo } from '@aviary/contract/wire'
import type { Db } from '../../../database/open.ts'
import type { Call, UploadCall } from '../../../http/call.ts'
import { refuseOutdated, requireFound } from '../../../http/edits.ts'
import { Conflict, fault, InvalidInput } from '../../../http/errors.ts'
import type { UploadedFile } from '../../../http/spool.ts'
import { presentImport } from '../present.ts'
import { lockComm } from '../queries.ts'
import type { ImportRow } from './queries.ts'
import * as queries from './queries.ts'
import { stage } from './stage.ts'
import { fileOf } from './text-file.ts'

export const createImport = (call: Call<typeof endpoints.createImport>) =>
  ingest(call, 'body', { ...call.body, file: fileOf(call.body.data) })

export const uploadImport = (call: UploadCall<typeof endpoints.uploadImport>) =>
  ingest(call, 'query', { ...call.query, file: call.file })

type Given = {
  sec_id: number
  sec_comm_id: number
  title: string
  filename: string
  is_hidden: 'Y' | 'N'
  file: UploadedFile
}

async function ingest(call: Call, part: 'body' | 'query', given: Given) {
  const { db, now } = call
  const secCommId = given.sec_comm_id
  await requireComm(db, part, given)
  const inserted = await queries.createImport(db, {
    secCommId,
    title: given.title,
    filename: given.filename,
    isHidden: given.is_hidden === 'Y',
    columns: [],
    size: given.file.size,
    digest: given.file.digest,
    createdBy: call.caller,
    createdDate: now,
  })
  if (!inserted) throw await alreadyThere(db, secCommId, given.file)
  const { columns } = await stage(db, inserted, given.file)
  await queries.setColumns(db, inserted.importId, columns)
  const after = await requireImport(db, inserted.importId)
  call.audit(toldOf(after, { before: null, digest: given.file.digest, columns }))
  call.changed('security')
  return { import_id: after.pkey, import: after }
}

/** Not deleted until the transaction ends; whoever edits it or writes emails under it meanwhile does not wait. */
async function requireComm(db: Db, part: 'body' | 'query', given: Given): Promise<void> {
  const comm = await lockComm(db, given.sec_comm_id, 'key share')
  const refuse = (field: string, message: string) =>
    new InvalidInput(`${part}.${field}: ${message}`, [{ path: `${part}.${field}`, message }])
  if (!comm) throw refuse('sec_comm_id', `there is no comm ${given.sec_comm_id}; it may have been deleted`)
  if (comm.secId !== given.sec_id)
    throw refuse(
      'sec_id',
      `comm ${comm.secCommId} belongs to security incident ${comm.secId} and not to ${given.sec_id}`,
    )
}

async function alreadyThere(db: Db, secCommId: number, { digest }: UploadedFile): Promise<Conflict> {
  const other = await queries.getImportOfFile(db, secCommId, digest)
  const name = other ? `import ${other.importId} ('${other.title}')` : 'another import'
  return new Conflict(`Comm ${secCommId} has this very file already, as ${name}; nothing was stored`)
}

/** Title, file name and whether it is hidden at any time; other data stages its rows anew, all of them or none. */
export async function updateImport(call: Call<typeof endpoints.updateImport>) {
  const { db, body } = call
  const importId = body.import_id
  const file = body.data === undefined ? undefined : fileOf(body.data)
  const lock = file ? 'update' : 'no key update'
  const found = requireFound(await queries.lockImport(db, importId, lock), `import ${importId}`)
  const before = await requireImport(db, importId)
  refuseOutdated(before, body.version)
  refuseOtherPlace(body, before)
  const isOther = file !== undefined && file.digest !== found.digest
  const staged = isOther ? await stageAnew(db, found, file) : undefined
  await queries.updateImport(db, importId, {
    title: body.title,
    filename: body.filename ?? found.filename,
    isHidden: (body.is_hidden ?? toYesNo(found.isHidden)) === 'Y',
    ...staged,
  })
  const after = await requireImport(db, importId)
  call.audit(toldOf(after, { before: briefly(before), digest: staged?.digest ?? found.digest }))
  call.changed('security')
  return { import_id: importId, import: after }
}

function refuseOtherPlace(
  body: Call<typeof endpoints.updateImport>['body'],
  before: endpoints.SecurityImport,
): void {
  for (const field of ['sec_comm_id', 'sec_id'] as const) {
    const other = body[field]
    if (other !== undefined && other !== before[field])
      throw fault(field, `import ${before.pkey} belongs to ${before[field]} and stays there`)
  }
}

async function stageAnew(db: Db, row: ImportRow, file: UploadedFile) {
  const promoted = await queries.countPromoted(db, row)
  if (promoted > 0)
    throw new Conflict(
      `${promoted.toLocaleString('en')} emails of import ${row.importId} were promoted: its data stays. Take the other file in as an import of its own`,
    )
  const other = await queries.getImportOfFile(db, row.secCommId, file.digest)
  if (other) throw await alreadyThere(db, row.secCommId, file)
  await queries.deleteStaged(db, row.importId)
  await queries.deleteParts(db, row.importId)
  const { columns } = await stage(db, row, file)
  return { columns, size: file.size, digest: file.digest }
}

/** What was promoted stays: it is an email like any other. */
export async function deleteImport(call: Call<typeof endpoints.deleteImport>) {
  const { db, body } = call
  const importId = body.import_id
  const found = requireFound(await queries.lockImport(db, importId, 'update'), `import ${importId}`)
  const before = await requireImport(db, importId)
  await queries.deleteStaged(db, importId)
  await queries.deleteImport(db, importId)
  call.audit({
    import_id: importId,
    sec_comm_id: found.secCommId,
    digest: found.digest,
    before: briefly(before),
    after: null,
  })
  call.changed('security')
  return { import_id: importId }
}

async function requireImport(db: Db, importId: number): Promise<endpoints.SecurityImport> {
  const [found] = await queries.listImports(db, { importId }, { startAt: 0, size: 1 })
  return presentImport(requireFound(found, `import ${importId}`))
}

/** Of the file its digest and counts: what it says is not for the audit log. */
const briefly = ({ data: _, ...others }: endpoints.SecurityImport) => others

const toldOf = (after: endpoints.SecurityImport, more: Record<string, unknown>) => ({
  import_id: after.pkey,
  sec_comm_id: after.sec_comm_id,
  ...more,
  after: briefly(after),
})
