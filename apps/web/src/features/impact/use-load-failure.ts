import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { showError } from '../../shared/toasts.ts'

type ToastText =
  | 'toast.dcs'
  | 'toast.services'
  | 'toast.categories'
  | 'toast.cis'
  | 'toast.search'
  | 'toast.impact'

/** A query, and the text shown if it fails. */
export type Failing = { text: ToastText; query: { error: unknown; refetch: () => unknown } }

/** The first failed query; a toast reports each failed query as well (spec 3 §8). */
export function useLoadFailure(all: readonly Failing[]) {
  const { t } = useTranslation('impact')
  const reported = useRef(new Set<unknown>())
  const failed = all.filter(({ query }) => query.error)
  useEffect(() => {
    const fresh = failed.filter(({ query }) => !reported.current.has(query.error))
    // Queries with the same text (both counts of the scales) get one toast.
    for (const [text, error] of new Map(fresh.map(({ text, query }) => [text, query.error])))
      void showError(t(text), error)
    reported.current = new Set(failed.map(({ query }) => query.error))
  })
  const first = failed[0]
  if (!first) return undefined
  return {
    title: t(first.text),
    reason: getErrorMessage(first.query.error),
    again: () => {
      for (const { query } of failed) query.refetch()
    },
  }
}
