import { CREATED_KINDS, ORDERED_KINDS, type ReferenceKind } from '@aviary/contract/reference/rules'

export type CreatedKind = (typeof CREATED_KINDS)[number]
export type OrderedKind = (typeof ORDERED_KINDS)[number]

export const isCreated = (kind: ReferenceKind): kind is CreatedKind =>
  (CREATED_KINDS as readonly ReferenceKind[]).includes(kind)
export const isOrdered = (kind: ReferenceKind): kind is OrderedKind =>
  (ORDERED_KINDS as readonly ReferenceKind[]).includes(kind)
