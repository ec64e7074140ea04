import { screens } from '@aviary/contract/screens'
import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import type { StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../shared/api.ts'
import { useMay } from '../../../shared/may.ts'
import { useCount } from '../../../shared/use-count.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogFooter } from '../../../ui/DialogFooter.tsx'
import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import { useFocusOnMount } from '../../../ui/use-focus.ts'
import { useReachText } from '../companies/use-reach-text.ts'
import { emailsPath } from '../imports/emails-path.ts'
import classes from './staging.module.css'
import type { PendingPromotion, usePromotion } from './use-promotion.ts'
import { useStagedReach } from './use-staging.ts'

type PromotionProps = {
  importRow: SecurityImport
  /** The rows of the displayed page. */
  rows: readonly StagedEmail[]
  promotion: ReturnType<typeof usePromotion>
}

/** Buttons that promote the ticked or all emails, and a link to the promoted emails. */
export function PromotionTools({ importRow, rows, promotion }: PromotionProps) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  const mayEmails = useMay()(screens.emails)
  const { ticked, tick, setPending, disabledReason, promotedCount } = promotion
  const unpromoted = rows.filter(({ was_promoted }) => was_promoted === 'N').map(({ pkey }) => pkey)
  const areAllTicked = unpromoted.length > 0 && unpromoted.every((id) => ticked.has(id))
  const waitingCount = Math.max(0, importRow.staged - importRow.promoted)
  const withReason = (number: number, why: string) => (number === 0 ? why : disabledReason)
  return (
    <div className={classes.tools}>
      <DisabledButton
        variant="default"
        size="compact-sm"
        disabledReason={unpromoted.length === 0 ? t('staged.allPromoted') : undefined}
        onClick={() => tick(unpromoted, !areAllTicked)}
      >
        {t(areAllTicked ? 'staged.untickPage' : 'staged.tickPage')}
      </DisabledButton>
      <DisabledButton
        variant="default"
        size="compact-sm"
        disabledReason={withReason(ticked.size, t('staged.tickFirst'))}
        onClick={() => setPending({ ids: [...ticked] })}
      >
        {t('staged.promoteTicked', { emails: count(ticked.size) })}
      </DisabledButton>
      <DisabledButton
        size="compact-sm"
        disabledReason={withReason(waitingCount, t('staged.allPromoted'))}
        onClick={() => setPending('all')}
      >
        {t('staged.promoteAll', { emails: count(waitingCount) })}
      </DisabledButton>
      <span role="status">
        {promotedCount !== undefined &&
          t('staged.made', { emails: count(promotedCount), comm: importRow.sec_comm_id })}
      </span>
      {mayEmails && importRow.promoted > 0 && (
        <Link to={emailsPath(importRow)}>{t('import.emails', { emails: count(importRow.promoted) })}</Link>
      )}
    </div>
  )
}

/** Confirms a promotion with its number of emails and its comm; the focus starts on Back. */
export function ConfirmPromotion({ importRow, promotion }: Pick<PromotionProps, 'importRow' | 'promotion'>) {
  const { pending } = promotion
  return pending ? <Question importRow={importRow} promotion={promotion} pending={pending} /> : null
}

type QuestionProps = Pick<PromotionProps, 'importRow' | 'promotion'> & { pending: PendingPromotion }

function Question({ importRow, promotion, pending }: QuestionProps) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const count = useCount()
  const back = useFocusOnMount<HTMLButtonElement>()
  const { setPending, promote, disabledReason } = promotion
  const emails = count(
    pending === 'all' ? Math.max(0, importRow.staged - importRow.promoted) : pending.ids.length,
  )
  const close = () => setPending(undefined)
  return (
    <Dialog title={t('promote.question')} onClose={close}>
      <p>{t(pending === 'all' ? 'promote.all' : 'promote.ticked', { emails, title: importRow.title })}</p>
      {pending === 'all' && <Reach importId={importRow.pkey} />}
      <p>{t('promote.help', { comm: importRow.sec_comm_id })}</p>
      <DialogFooter reason={disabledReason}>
        <Button ref={back} variant="default" onClick={close} data-autofocus>
          {t('shell:confirm.back')}
        </Button>
        <DisabledButton disabledReason={disabledReason} onClick={() => promote(pending)}>
          {t('promote.confirm', { emails })}
        </DisabledButton>
      </DialogFooter>
    </Dialog>
  )
}

/** Says how many of the emails would reach somebody, and warns about their companies. */
export function Reach({ importId }: { importId: number }) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  const toText = useReachText()
  const { data, error } = useStagedReach(importId)
  if (error && !data) return <p>{t('promote.reachUnknown', { reason: getErrorMessage(error) })}</p>
  const warnings = data && toText(data)
  return (
    <p role="status">
      {t('promote.reach', { emails: data ? count(data.reachable) : '…' })}
      {warnings && <span className={classes.warning}> {warnings}</span>}
    </p>
  )
}
