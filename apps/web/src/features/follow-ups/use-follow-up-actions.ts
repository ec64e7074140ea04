import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useSession } from '../../shared/session.ts'
import type { RowAction, RowActions } from '../../ui/table/row-actions.ts'
import { nameOf } from './follow-up-rows.ts'
import { useUpdateState } from './use-follow-ups.ts'

/** Whether a follow-up is the signed-in person's. */
export function useIsMine(): (row: Pick<FollowUp, 'owner'>) => boolean {
  const { email } = useSession()
  return useMemo(() => {
    const mine = email.toLowerCase()
    return ({ owner }) => owner?.toLowerCase() === mine
  }, [email])
}

type ActionsOptions = {
  /** Must be stable between renders, as the functions. */
  rows: readonly FollowUp[] | undefined
  mayChange: (row: FollowUp) => boolean
  edit: (row: FollowUp) => void
  remove: (row: FollowUp) => void
}

/** What the person may do with each follow-up: its owner changes its state, also without any right. */
export function useFollowUpActions(options: ActionsOptions): RowActions<FollowUp> | undefined {
  const { rows = [], mayChange, edit, remove } = options
  const { t } = useTranslation('incident')
  const offline = useOfflineReason()
  const isMine = useIsMine()
  const { mutate, isPending } = useUpdateState()
  const hasAny = rows.some((row) => mayChange(row) || isMine(row))
  return useMemo(() => {
    const disabledReason = offline ?? (isPending ? '' : undefined)
    const changeState = ({ follow_up_id, title, owner, due_date, state, version }: FollowUp): RowAction => ({
      label: t(state === 'OPEN' ? 'followUps.markDone' : 'followUps.reopen'),
      run: () =>
        mutate({
          ...{ follow_up_id, title, owner, due_date, version },
          state: state === 'OPEN' ? 'DONE' : 'OPEN',
        }),
      disabledReason,
    })
    const change = (row: FollowUp): readonly RowAction[] => [
      { label: t('followUps.edit'), run: () => edit(row), disabledReason: offline },
      { label: t('followUps.delete'), run: () => remove(row), disabledReason: offline, isDanger: true },
    ]
    return hasAny
      ? {
          title: t('followUps.actions'),
          nameOf,
          of: (row) => [
            ...(mayChange(row) || isMine(row) ? [changeState(row)] : []),
            ...(mayChange(row) ? change(row) : []),
          ],
        }
      : undefined
  }, [t, offline, isPending, hasAny, mayChange, isMine, mutate, edit, remove])
}
