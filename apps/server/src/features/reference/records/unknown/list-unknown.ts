import type { ignoreUnknownName as ignoreEndpoint } from '@aviary/contract/reference/record-endpoints'
import type { UnknownNameRow } from '@aviary/contract/reference/record-schemas'
import { toYesNo } from '@aviary/contract/rules'
import type { Db } from '../../../../database/open.ts'
import type { Call } from '../../../../http/call.ts'
import { requireFound } from '../../../../http/edits.ts'
import { getKnownNames, type KnownNames } from '../../known-names.ts'
import * as queries from './queries.ts'

export async function listUnknownNames(db: Db): Promise<UnknownNameRow[]> {
  const known = await getKnownNames(db)
  return (await queries.listUnknownNames(db)).map((row) => present(row, known))
}

export async function ignoreUnknownName(call: Call<typeof ignoreEndpoint>) {
  const { db, body } = call
  const what = `unknown ${body.kind} '${body.name}' from ${body.source}`
  const before = requireFound(await queries.getUnknownName(db, body), what)
  const after = requireFound(await queries.ignoreUnknownName(db, body, body.is_ignored === 'Y'), what)
  const known = await getKnownNames(db)
  const [earlier, name] = [present(before, known), present(after, known)]
  call.audit({ before: earlier, after: name })
  call.changed('reference')
  return { name }
}

const present = (row: queries.UnknownNameRecord, known: KnownNames): UnknownNameRow => ({
  source: row.source,
  kind: row.kind,
  name: row.name,
  records: row.records,
  first_date: row.firstAt.toISOString(),
  last_date: row.lastAt.toISOString(),
  last_caller: row.lastCaller,
  is_ignored: toYesNo(row.isIgnored),
  retired_key: retiredKeyOf(row, known),
})

function retiredKeyOf({ kind, name }: queries.UnknownNameRecord, known: KnownNames): string | null {
  if (kind === 'severity') return null
  const names = kind === 'service' ? known.services : known.dataCenters
  const key = names.find(name)
  return key !== undefined && names.isRetired(key) ? key : null
}
