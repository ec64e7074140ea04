import { CallFailed } from '@aviary/contract/client'
import { promoteStagedEmails, type StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useOfflineReason } from '../../../shared/online.ts'
import { bodyTo, useWrite } from '../../../shared/saving/use-write.ts'

/** What is about to be promoted; it is asked for first. */
export type Asking = { ids: readonly number[] } | 'all'

/** What a refusal says of those that were named: which of them are there. */
const there = z.object({ ids: z.array(z.number()) })
const NONE: readonly StagedEmail[] = []

/** Makes emails of staged ones: one at once, several after a question; and how many the last time made. `rows`: those that show. */
export function usePromotion(importId: number, rows: readonly StagedEmail[] = NONE) {
  const { t } = useTranslation('security-merge')
  const offline = useOfflineReason()
  const [chosen, setTicked] = useState<ReadonlySet<number>>(new Set())
  // What somebody else promoted meanwhile is no longer to be chosen.
  const ticked = useMemo(() => {
    const promoted = new Set(rows.flatMap(({ pkey, was_promoted }) => (was_promoted === 'Y' ? [pkey] : [])))
    return new Set([...chosen].filter((id) => !promoted.has(id)))
  }, [chosen, rows])
  const [asking, setAsking] = useState<Asking>()
  const [made, setMade] = useState<number>()
  const { mutate, isPending } = useWrite(bodyTo(promoteStagedEmails), {
    topics: ['security'],
    done: t('toast.promoted'),
    failed: t('toast.promoteFailed'),
    onDone: ({ promoted, staging_emails }) => {
      setMade(promoted)
      setAsking(undefined)
      const done = new Set(staging_emails.map(({ pkey }) => pkey))
      setTicked((before) => new Set([...before].filter((id) => !done.has(id))))
    },
    onFailed: (error) => {
      const { data } = there.safeParse(error instanceof CallFailed ? error.problem?.current : undefined)
      // What was deleted meanwhile shows nowhere: nobody could untick it.
      if (data) setTicked((before) => new Set(data.ids.filter((id) => before.has(id))))
      if (data) setAsking(undefined)
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
    asking,
    ask: setAsking,
    /** Undefined until something was promoted here. */
    made,
    isBusy: isPending,
    /** Why nothing can be promoted now. */
    disabledReason: isPending ? t('staged.promoting') : offline,
    promoteOne: useCallback(({ pkey }: StagedEmail) => mutate({ ids: [pkey] }), [mutate]),
    promote: (what: Asking) => mutate(what === 'all' ? { import_id: importId } : { ids: [...what.ids] }),
  }
}
