import { hasFields, isInteger, isListOf } from '@aviary/contract/checks'
import { promoteStagedEmails, type StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentValue } from '../../../shared/api.ts'
import { useOfflineReason } from '../../../shared/online.ts'
import { bodyTo, useWrite } from '../../../shared/saving/use-write.ts'

/** A promotion that the person has not confirmed yet. */
export type PendingPromotion = { ids: readonly number[] } | 'all'

/** Part of a refusal: the requested ids that still exist. */
type Existing = { ids: number[] }
const NONE: readonly StagedEmail[] = []

/**
 * Promotes staged emails; promoting several needs a confirmation. `rows`: the emails on the displayed page.
 */
export function usePromotion(importId: number, rows: readonly StagedEmail[] = NONE) {
  const { t } = useTranslation('security-merge')
  const offline = useOfflineReason()
  const [chosen, setTicked] = useState<ReadonlySet<number>>(new Set())
  // Unticks emails that somebody else has promoted.
  const ticked = useMemo(() => {
    const promoted = new Set(rows.flatMap(({ pkey, was_promoted }) => (was_promoted === 'Y' ? [pkey] : [])))
    return new Set([...chosen].filter((id) => !promoted.has(id)))
  }, [chosen, rows])
  const [pending, setPending] = useState<PendingPromotion>()
  const [promotedCount, setPromotedCount] = useState<number>()
  const { mutate, isPending } = useWrite(bodyTo(promoteStagedEmails), {
    topics: ['security'],
    done: t('toast.promoted'),
    failed: t('toast.promoteFailed'),
    onDone: ({ promoted, staging_emails }) => {
      setPromotedCount(promoted)
      setPending(undefined)
      const done = new Set(staging_emails.map(({ pkey }) => pkey))
      setTicked((before) => new Set([...before].filter((id) => !done.has(id))))
    },
    onFailed: (error) => {
      const current = getCurrentValue(error)
      if (!hasFields<Existing>(current, { ids: isListOf(isInteger(1)) })) return
      // Unticks emails that no longer exist, because the person cannot see and untick them.
      setTicked((before) => new Set(current.ids.filter((id) => before.has(id))))
      setPending(undefined)
    },
  })
  const tick = useCallback(
    (ids: readonly number[], isTicked: boolean) =>
      setTicked((before) => {
        const next = new Set(before)
        for (const id of ids) isTicked ? next.add(id) : next.delete(id)
        return next
      }),
    [],
  )
  return {
    ticked,
    tick,
    pending,
    setPending,
    /** Number of emails promoted by the last request; undefined before the first. */
    promotedCount,
    isBusy: isPending,
    /** Why nothing can be promoted now. */
    disabledReason: isPending ? t('staged.promoting') : offline,
    promoteOne: useCallback(({ pkey }: StagedEmail) => mutate({ ids: [pkey] }), [mutate]),
    promote: (promotion: PendingPromotion) =>
      mutate(promotion === 'all' ? { import_id: importId } : { ids: [...promotion.ids] }),
  }
}
