import type { createAlias as createAliasEndpoint } from '@aviary/contract/reference/record-endpoints'
import type { Call } from '../../../http/call.ts'
import { requireFound } from '../../../http/edits.ts'
import { fault } from '../../../http/errors.ts'
import { keyOfName } from '../name-key.ts'
import { findNameFaults } from './check-names.ts'
import { finishWrite } from './finish-write.ts'
import { WORDS } from './kinds.ts'
import { listRecords } from './list-records.ts'
import * as queries from './queries.ts'

export async function createAlias(call: Call<typeof createAliasEndpoint>) {
  const { db, body } = call
  const { kind, key } = body
  const alias = body.alias.toLowerCase()
  await queries.lockRecords(db)
  const records = (await listRecords(db, kind)).flatMap((record) => ('aliases' in record ? [record] : []))
  const has = (names: readonly string[], name: string) =>
    names.some((own) => keyOfName(kind, own) === keyOfName(kind, name))
  const other = records.find(({ aliases }) => has(aliases, key))
  const found = records.find((record) => record.key === key)
  if (!found && other)
    throw fault('key', `'${key}' is an alias of '${other.name}' already; name '${other.key}' instead`)
  const before = requireFound(found, `${WORDS[kind]} '${key}'`)
  if (!has([before.key, before.name, ...before.aliases], alias)) {
    const after = { ...before, aliases: [...before.aliases, alias] }
    const [problem] = findNameFaults([...records.filter((record) => record !== before), after])
    if (problem) throw fault('alias', problem.message)
    await queries.replaceAliases(db, { kind, key }, after.aliases)
    await queries.raiseVersion(db, kind, key)
  }
  return { record: await finishWrite(call, { kind, key, before }) }
}
