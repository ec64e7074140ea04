import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../shared/api.ts'
import { tellError } from '../../shared/toasts.ts'

type ToastText =
  | 'toast.dcs'
  | 'toast.services'
  | 'toast.categories'
  | 'toast.cis'
  | 'toast.search'
  | 'toast.impact'

/** Something that is loaded, and what is said when it cannot be. */
export type Failing = { text: ToastText; query: { error: unknown; refetch: () => unknown } }

/** The first of what could not be loaded; each is told in a toast as well (spec 3 §8). */
export function useLoadFailure(all: readonly Failing[]) {
  const { t } = useTranslation('impact')
  const told = useRef(new Set<unknown>())
  const failed = all.filter(({ query }) => query.error)
  useEffect(() => {
    const fresh = failed.filter(({ query }) => !told.current.has(query.error))
    // Two questions for one purpose fail together: that is one thing to tell.
    for (const [text, error] of new Map(fresh.map(({ text, query }) => [text, query.error])))
      void tellError(t(text), error)
    told.current = new Set(failed.map(({ query }) => query.error))
  })
  const first = failed[0]
  if (!first) return undefined
  return {
    title: t(first.text),
    reason: reasonOf(first.query.error),
    again: () => {
      for (const { query } of failed) query.refetch()
    },
  }
}
