import { useCallback, useMemo, useState } from 'react'
import { hasDraft } from './saving/use-draft.ts'

export type OpenForm<Row> = { what: 'create' } | { what: 'edit' | 'remove' | 'look'; row: Row }

type OpenFormOf<Row> = {
  /** Keep all of these the same between renders. */
  rows: readonly Row[] | undefined
  newDrafts: readonly string[]
  draftsOf: (row: Row) => readonly string[]
}

/** The open dialog of a list; after a reload, the form that has a draft. */
export function useOpenForm<Row>({ rows, newDrafts, draftsOf }: OpenFormOf<Row>) {
  const drafted = useMemo((): OpenForm<Row> | undefined => {
    if (newDrafts.some(hasDraft)) return { what: 'create' }
    const row = rows?.find((one) => draftsOf(one).some(hasDraft))
    return row && { what: 'edit', row }
  }, [rows, newDrafts, draftsOf])
  const [chosen, setOpen] = useState<OpenForm<Row> | 'drafted' | undefined>('drafted')
  // Stays open when its draft is deleted.
  if (chosen === 'drafted' && drafted) setOpen(drafted)
  const opener = (what: 'edit' | 'remove' | 'look') => (row: Row) => setOpen({ what, row })
  return {
    open: chosen === 'drafted' ? undefined : chosen,
    create: useCallback(() => setOpen({ what: 'create' }), []),
    edit: useCallback(opener('edit'), []),
    remove: useCallback(opener('remove'), []),
    inspect: useCallback(opener('look'), []),
    close: useCallback(() => setOpen(undefined), []),
  }
}
