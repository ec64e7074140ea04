import type { UnknownName } from '@aviary/contract/ingest/schemas'
import { readSeverity, SEVERITIES, type Severity } from '@aviary/contract/status/rules'
import type { Db } from '../../database/open.ts'
import { nameKey, severityKey } from './name-key.ts'
import * as queries from './queries.ts'

/** Finds services or data centers by the names that senders use, ignoring case. */
export type NameList = {
  /**
   * Finds the system name for a name that a sender used: a system name, a display name, an alias, or a former display
   * name.
   */
  find: (name: string) => string | undefined
  isRetired: (systemName: string) => boolean
}

export type KnownNames = {
  services: NameList
  dataCenters: NameList
  /** The severity of a sender's word ("critical", "SEV-1", "Partial outage"). */
  findSeverity: (word: string) => Severity | undefined
  /** The severities, then the other words for them. */
  severityWords: readonly string[]
}

/** Reads the known names. No record with a known name can be deleted until the transaction ends. */
export async function getKnownNames(db: Db): Promise<KnownNames> {
  await queries.lockNames(db)
  const aliases = await queries.listAliases(db)
  const aliasesOf = (kind: UnknownName['kind']) => aliases.filter((alias) => alias.kind === kind)
  const severityNames = [
    ...(await queries.listSeverities(db)).map((row) => [row.displayValue, row.systemKey] as const),
    ...aliasesOf('severity').map((alias) => [alias.alias, alias.systemName as Severity] as const),
  ]
  const severities = toMap(severityNames, severityKey)
  return {
    services: toNameList(await queries.listAllServices(db), aliasesOf('service')),
    dataCenters: toNameList(await queries.listAllDataCenters(db), aliasesOf('data center')),
    findSeverity: (word) => readSeverity(word) ?? severities.get(severityKey(word)),
    severityWords: [...SEVERITIES, ...severityNames.flatMap(([name]) => (readSeverity(name) ? [] : name))],
  }
}

/** If two entries have the same key, the first one counts. */
function toMap<T>(entries: readonly (readonly [string, T])[], keyOf: (name: string) => string) {
  const map = new Map<string, T>()
  for (const [name, value] of entries) if (!map.has(keyOf(name))) map.set(keyOf(name), value)
  return map
}

type Row = Awaited<ReturnType<typeof queries.listAllServices>>[number]

function toNameList(rows: readonly Row[], aliases: readonly queries.Alias[]): NameList {
  const byName = toMap(
    [
      ...rows.map((row) => [row.systemName, row.systemName] as const),
      ...rows.map((row) => [row.displayName, row.systemName] as const),
      ...aliases.map((alias) => [alias.alias, alias.systemName] as const),
      // Former names stay known, because senders may still use them.
      ...rows.flatMap((row) => row.formerNames.map(({ name }) => [name, row.systemName] as const)),
    ],
    nameKey,
  )
  const exact = new Set(rows.map((row) => row.systemName))
  const retired = new Set(rows.flatMap((row) => (row.retiredAt ? row.systemName : [])))
  return {
    find: (name) => (exact.has(name) ? name : byName.get(nameKey(name))),
    isRetired: (systemName) => retired.has(systemName),
  }
}
