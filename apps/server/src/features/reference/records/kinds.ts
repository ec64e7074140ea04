import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { Topic } from '@aviary/contract/push/rules'
import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import { ALIASED_KINDS, CREATED_KINDS, type ReferenceKind } from '@aviary/contract/reference/rules'

/** Kinds of records that people or imports write; company domains have a screen of their own. */
export type WrittenKind = ReferenceKind | 'company_domain'
export type CreatedKind = (typeof CREATED_KINDS)[number]
export type AliasedKind = (typeof ALIASED_KINDS)[number]

export const isCreatedKind = (kind: ReferenceKind): kind is CreatedKind =>
  (CREATED_KINDS as readonly ReferenceKind[]).includes(kind)
export const isAliasedKind = (kind: ReferenceKind): kind is AliasedKind =>
  (ALIASED_KINDS as readonly ReferenceKind[]).includes(kind)

/** The word for one record of a kind in a sentence. */
export const WORDS: Record<ReferenceKind, string> = {
  service: 'service',
  data_center: 'data center',
  locale: 'language',
  priority: 'priority',
  severity: 'severity',
  alert_type: 'alert type',
  comm_type: 'comm type',
  maintenance_flag: 'maintenance flag',
  incident_role: 'role on incidents',
}

/** The word for each kind in the tables of unknown names and of aliases. */
export const SENDERS_KINDS: Record<AliasedKind, UnknownName['kind']> = {
  service: 'service',
  data_center: 'data center',
  severity: 'severity',
}

/** Topics of the pages that show names, order or choices of a kind, besides the reference data itself. */
const SHOWN_IN: Record<WrittenKind, readonly Topic[]> = {
  service: ['status', 'incidents', 'changes', 'impact', 'subscriptions'],
  data_center: ['status', 'incidents', 'changes', 'impact', 'subscriptions', 'maintenance'],
  locale: ['subscriptions'],
  priority: [],
  severity: ['incidents'],
  alert_type: ['templates', 'subscriptions'],
  comm_type: ['security'],
  maintenance_flag: ['maintenance'],
  incident_role: ['incidents'],
  // The ledger of sent mails uses these domains to find the company of an address.
  company_domain: ['mails'],
}

export const topicsOf = (kind: WrittenKind): Topic[] => ['reference', ...SHOWN_IN[kind]]

/** The name of a record as words of a sentence: `the service 'Expense'`. */
export const nameOf = ({ kind, name }: ReferenceRecord): string => `the ${WORDS[kind]} '${name}'`
