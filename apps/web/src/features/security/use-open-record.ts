import { useCallback, useMemo, useState } from 'react'
import { hasDraft } from '../../shared/use-draft.ts'
import { draftName, type Entity } from './use-security-form.ts'

export type Open<Row> = { what: 'create' } | { what: 'edit' | 'remove'; row: Row }

type OpenOf<Row> = {
  entity: Entity
  /** What a new one belongs to. */
  of?: number
  rows: readonly Row[] | undefined
  /** Keep it the same between renders. */
  idOf: (row: Row) => number
}

/** Which form of a list is open; at first the one that was when the page was left or loaded anew. */
export function useOpenRecord<Row>({ entity, of, rows, idOf }: OpenOf<Row>) {
  const drafted = useMemo((): Open<Row> | undefined => {
    if (hasDraft(draftName(entity, { of }))) return { what: 'create' }
    const row = rows?.find((one) => hasDraft(draftName(entity, { id: idOf(one) })))
    return row && { what: 'edit', row }
  }, [entity, of, rows, idOf])
  const [chosen, setOpen] = useState<Open<Row> | 'drafted' | undefined>('drafted')
  // It stays what it is when its draft goes.
  if (chosen === 'drafted' && drafted) setOpen(drafted)
  return {
    open: chosen === 'drafted' ? undefined : chosen,
    create: useCallback(() => setOpen({ what: 'create' }), []),
    edit: useCallback((row: Row) => setOpen({ what: 'edit', row }), []),
    remove: useCallback((row: Row) => setOpen({ what: 'remove', row }), []),
    close: useCallback(() => setOpen(undefined), []),
  }
}
