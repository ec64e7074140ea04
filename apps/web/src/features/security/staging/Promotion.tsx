import { screens } from '@aviary/contract/screens'
import type { SecurityImport } from '@aviary/contract/security/import-endpoints'
import type { StagedEmail } from '@aviary/contract/security/staging-endpoints'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../../shared/api.ts'
import { useMay } from '../../../shared/may.ts'
import { useCount } from '../../../shared/use-count.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogFooter } from '../../../ui/DialogFooter.tsx'
import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import { useFocusOnMount } from '../../../ui/use-focus.ts'
import classes from './staging.module.css'
import type { Asking, usePromotion } from './use-promotion.ts'
import { useStagedReach } from './use-staging.ts'

type PromotionProps = {
  of: SecurityImport
  /** The rows of the page that shows. */
  rows: readonly StagedEmail[]
  promotion: ReturnType<typeof usePromotion>
}

/** Promotes several at once, and leads to what they became. */
export function PromotionTools({ of, rows, promotion }: PromotionProps) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  const mayEmails = useMay()(screens.emails)
  const { ticked, tick, ask, disabledReason, made } = promotion
  const open = rows.filter(({ was_promoted }) => was_promoted === 'N').map(({ pkey }) => pkey)
  const areAllTicked = open.length > 0 && open.every((id) => ticked.has(id))
  const waiting = Math.max(0, of.staged - of.promoted)
  const without = (number: number, why: string) => (number === 0 ? why : disabledReason)
  return (
    <div className={classes.tools}>
      <DisabledButton
        variant="default"
        size="compact-sm"
        disabledReason={open.length === 0 ? t('staged.allPromoted') : undefined}
        onClick={() => tick(open, !areAllTicked)}
      >
        {t(areAllTicked ? 'staged.untickPage' : 'staged.tickPage')}
      </DisabledButton>
      <DisabledButton
        variant="default"
        size="compact-sm"
        disabledReason={without(ticked.size, t('staged.tickFirst'))}
        onClick={() => ask({ ids: [...ticked] })}
      >
        {t('staged.promoteTicked', { emails: count(ticked.size) })}
      </DisabledButton>
      <DisabledButton
        size="compact-sm"
        disabledReason={without(waiting, t('staged.allPromoted'))}
        onClick={() => ask('all')}
      >
        {t('staged.promoteAll', { emails: count(waiting) })}
      </DisabledButton>
      <span role="status">
        {made !== undefined && t('staged.made', { emails: count(made), comm: of.sec_comm_id })}
      </span>
      {mayEmails && of.promoted > 0 && (
        <Link to="/emails/$id" params={{ id: String(of.sec_comm_id) } as never}>
          {t('staged.toEmails', { comm: of.sec_comm_id })}
        </Link>
      )}
    </div>
  )
}

/** Says how many, and for which comm, before it promotes them; the focus starts on the way back. */
export function AskToPromote({ of, promotion }: Pick<PromotionProps, 'of' | 'promotion'>) {
  const { asking } = promotion
  return asking ? <Question of={of} promotion={promotion} asking={asking} /> : null
}

type QuestionProps = Pick<PromotionProps, 'of' | 'promotion'> & { asking: Asking }

function Question({ of, promotion, asking }: QuestionProps) {
  const { t } = useTranslation(['security-merge', 'shell'])
  const count = useCount()
  const back = useFocusOnMount<HTMLButtonElement>()
  const { ask, promote, disabledReason } = promotion
  const emails = count(asking === 'all' ? Math.max(0, of.staged - of.promoted) : asking.ids.length)
  const close = () => ask(undefined)
  return (
    <Dialog title={t('promote.question')} onClose={close}>
      <p>{t(asking === 'all' ? 'promote.all' : 'promote.ticked', { emails, title: of.title })}</p>
      {asking === 'all' && <Reach importId={of.pkey} />}
      <p>{t('promote.help', { comm: of.sec_comm_id })}</p>
      <DialogFooter reason={disabledReason}>
        <Button ref={back} variant="default" onClick={close} data-autofocus>
          {t('shell:confirm.back')}
        </Button>
        <DisabledButton disabledReason={disabledReason} onClick={() => promote(asking)}>
          {t('promote.confirm', { emails })}
        </DisabledButton>
      </DialogFooter>
    </Dialog>
  )
}

/** How many of them would reach somebody, as far as is known. */
function Reach({ importId }: { importId: number }) {
  const { t } = useTranslation('security-merge')
  const count = useCount()
  const { data, error } = useStagedReach(importId)
  if (error && !data) return <p>{t('promote.reachUnknown', { reason: reasonOf(error) })}</p>
  const [reachable, rest] = data ? [count(data.reachable), data.waiting - data.reachable] : ['…', 0]
  return (
    <p role="status">
      {t('promote.reach', { emails: reachable })}
      {rest > 0 && ` ${t('promote.reachNobody', { emails: count(rest) })}`}
    </p>
  )
}
