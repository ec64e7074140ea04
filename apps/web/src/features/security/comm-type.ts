import type { CommType } from '@aviary/contract/security/schemas'

const USUAL = 1

/** The type that is meant where there is one, else the first there is, else the usual one (spec 3 §5). */
export const typeIn = (types: readonly CommType[], wanted: number | null): number =>
  (types.find(({ id }) => id === wanted) ?? types[0])?.id ?? USUAL
