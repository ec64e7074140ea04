import { promoteStagedEmails, type StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../../shared/online.ts'
import { useSecurityWrite } from '../use-security.ts'

/** What is about to be promoted; it is asked for first. */
export type Asking = { ids: readonly number[] } | 'all'

/** Makes emails of staged ones: one at once, several after a question; and how many the last time made. */
export function usePromotion(importId: number) {
  const { t } = useTranslation('security-merge')
  const offline = useOfflineReason()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [asking, setAsking] = useState<Asking>()
  const [made, setMade] = useState<number>()
  const { mutate, isPending } = useSecurityWrite({
    endpoint: promoteStagedEmails,
    done: t('toast.promoted'),
    failed: () => t('toast.promoteFailed'),
    onDone: ({ promoted, staging_emails }) => {
      setMade(promoted)
      setAsking(undefined)
      const done = new Set(staging_emails.map(({ pkey }) => pkey))
      setTicked((before) => new Set([...before].filter((id) => !done.has(id))))
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
    hindrance: isPending ? t('staged.promoting') : offline,
    promoteOne: useCallback(({ pkey }: StagedEmail) => mutate({ ids: [pkey] }), [mutate]),
    promote: (what: Asking) => mutate(what === 'all' ? { import_id: importId } : { ids: [...what.ids] }),
  }
}
