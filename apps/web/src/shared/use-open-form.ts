import { useCallback, useMemo, useState } from 'react'
import { hasDraft } from './saving/use-draft.ts'

export type OpenForm<Row> = { what: 'create' } | { what: 'edit' | 'remove' | 'inspect'; row: Row }

type OpenFormOptions<Row> = {
  /** `rows`, `newDrafts` and `getDrafts` must be stable between renders. */
  rows: readonly Row[] | undefined
  newDrafts: readonly string[]
  getDrafts: (row: Row) => readonly string[]
}

/** The open dialog of a list; after a reload, the form that has a draft is open again. */
export function useOpenForm<Row>({ rows, newDrafts, getDrafts }: OpenFormOptions<Row>) {
  const drafted = useMemo((): OpenForm<Row> | undefined => {
    if (newDrafts.some(hasDraft)) return { what: 'create' }
    const row = rows?.find((candidate) => getDrafts(candidate).some(hasDraft))
    return row && { what: 'edit', row }
  }, [rows, newDrafts, getDrafts])
  const [choice, setOpen] = useState<OpenForm<Row> | 'drafted' | undefined>('drafted')
  // Stores the drafted form as open, so that it stays open when its draft is deleted.
  if (choice === 'drafted' && drafted) setOpen(drafted)
  const openWith = (what: 'edit' | 'remove' | 'inspect') => (row: Row) => setOpen({ what, row })
  return {
    open: choice === 'drafted' ? undefined : choice,
    create: useCallback(() => setOpen({ what: 'create' }), []),
    edit: useCallback(openWith('edit'), []),
    remove: useCallback(openWith('remove'), []),
    inspect: useCallback(openWith('inspect'), []),
    close: useCallback(() => setOpen(undefined), []),
  }
}
