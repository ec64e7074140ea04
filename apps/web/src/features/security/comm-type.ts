import type { CommType } from '@aviary/contract/security/schemas'

const USUAL = 1

/** The requested type if it exists, else the first one, else the default (spec 3 §5). */
export const typeIn = (types: readonly CommType[], requested: number | null): number =>
  (types.find(({ id }) => id === requested) ?? types[0])?.id ?? USUAL
