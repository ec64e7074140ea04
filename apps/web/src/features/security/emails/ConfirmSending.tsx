import { SECURITY_SEND_MAX_EMAILS } from '@aviary/contract/constants'
import { Button, Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../../shared/online.ts'
import { useCount } from '../../../shared/use-count.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogFooter } from '../../../ui/DialogFooter.tsx'
import { LoadError } from '../../../ui/Loaded.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useFocusOnMount } from '../../../ui/use-focus.ts'
import classes from './emails.module.css'
import { PlannedEmails } from './PlannedEmails.tsx'
import { SendingChanged } from './SendingChanged.tsx'
import {
  type Choice,
  findDifferences,
  type Plan,
  planSending,
  type Sendable,
  selectEmails,
} from './sending.ts'
import { useSendable } from './use-emails.ts'
import { useSendEmails } from './use-send-emails.ts'

type ConfirmSendingProps = {
  commId: number
  choice: Choice
  onSent: (ids: readonly number[]) => void
  onClose: () => void
}

/** Confirms sending emails: shows the recipients, their number and warnings (spec 3 §5). */
export function ConfirmSending({ commId, choice, onSent, onClose }: ConfirmSendingProps) {
  const { t } = useTranslation('security-emails')
  const query = useSendable(commId, choice)
  const { data, error, isFetchedAfterMount } = query
  return (
    <Dialog title={t('send.question')} size="xl" onClose={onClose}>
      {!data && error && <LoadError query={query} failure={t('send.error')} />}
      {!error && !(data && isFetchedAfterMount) && <Skeleton rows={6} label={t('send.loading')} />}
      {data && isFetchedAfterMount && (
        <Confirmation choice={choice} sendable={data} onSent={onSent} onClose={onClose} />
      )}
    </Dialog>
  )
}

type ConfirmationProps = Omit<ConfirmSendingProps, 'commId'> & { sendable: Sendable }

/**
 * Sends only emails as shown. Reports changes, and keeps showing the old state until the person accepts them.
 */
function Confirmation({ choice, sendable, onSent, onClose }: ConfirmationProps) {
  const { t } = useTranslation('security-emails')
  const [shown, setShown] = useState(() => toShown(sendable))
  const [leavesOut, setLeavesOut] = useState(false)
  const send = useSendEmails((ids) => {
    onSent(ids)
    onClose()
  })
  const plan = useMemo(() => planSending(choice, shown.emails, shown.unreachable), [choice, shown])
  const changed = useMemo(() => findDifferences(shown.emails, sendable), [shown, sendable])
  const isChanged = changed.length > 0 && !send.isPending && !send.isSuccess
  const disabledReason = useDisabledReason(plan, { isChanged, leavesOut })
  const back = useFocusOnMount<HTMLButtonElement>()
  const acceptChanges = () => {
    setShown((before) => keepShown(before, sendable))
    setLeavesOut(false)
    back.current?.focus()
  }
  const count = useCount()
  return (
    <>
      <div className={classes.stack}>
        {isChanged && <SendingChanged changed={changed} onAccept={acceptChanges} />}
        <Totals plan={plan} isCut={sendable.reachable > SECURITY_SEND_MAX_EMAILS} />
        <PlannedEmails rows={plan.rows} />
        {plan.nobody > 0 && plan.sending.length > 0 && (
          <Checkbox
            label={t('send.leaveOut', { emails: count(plan.nobody) })}
            checked={leavesOut}
            onChange={(event) => setLeavesOut(event.currentTarget.checked)}
          />
        )}
      </div>
      <DialogFooter reason={send.isPending ? t('send.pending') : disabledReason}>
        <Button ref={back} variant="default" onClick={onClose} data-autofocus>
          {t('back')}
        </Button>
        <Button
          color="danger"
          disabled={disabledReason !== undefined || send.isPending}
          title={disabledReason}
          onClick={(event) => {
            // Ignores the second click of a double click that opened this dialog under the pointer.
            if (event.detail > 1) return
            // This button will be disabled and lose the focus, which would then leave the dialog.
            back.current?.focus()
            send.mutate({ emails: plan.sending, key: shown.key })
          }}
        >
          {t('send.confirm', {
            emails: t('send.emails', { count: plan.sending.length, number: count(plan.sending.length) }),
            people: t('send.people', { count: plan.recipients, number: count(plan.recipients) }),
          })}
        </Button>
      </DialogFooter>
    </>
  )
}

/** The shown emails that the person confirms. The idempotency key prevents a repeated call from sending twice. */
const toShown = (sendable: Sendable) => ({
  emails: selectEmails(sendable),
  unreachable: sendable.unreachable,
  key: crypto.randomUUID(),
})

/** Updates the shown emails, but adds none that the person has not seen. */
function keepShown(before: ReturnType<typeof toShown>, sendable: Sendable): ReturnType<typeof toShown> {
  const ids = new Set(before.emails.map(({ id }) => id))
  const emails = sendable.emails.filter(({ id }) => ids.has(id))
  return { emails, unreachable: sendable.unreachable, key: crypto.randomUUID() }
}

type Decisions = { isChanged: boolean; leavesOut: boolean }

/** Why nothing can be sent now. */
function useDisabledReason(plan: Plan, { isChanged, leavesOut }: Decisions): string | undefined {
  const { t } = useTranslation('security-emails')
  const offline = useOfflineReason()
  if (isChanged) return t('send.decide')
  if (plan.rows.length === 0) return t('alreadySent')
  if (plan.sending.length === 0) return t('noCount')
  if (plan.nobody > 0 && !leavesOut) return t('send.decideNobody')
  return offline
}

function Totals({ plan, isCut }: { plan: Plan; isCut: boolean }) {
  const { t } = useTranslation('security-emails')
  const count = useCount()
  const warnings = [
    plan.several > 0 && t('send.several', { companies: count(plan.several) }),
    plan.nobody > 0 && t('send.nobody', { emails: count(plan.nobody) }),
    plan.unseen > 0 && t('send.unseen', { emails: count(plan.unseen) }),
    plan.gone > 0 && t('send.gone', { emails: count(plan.gone) }),
    isCut && t('send.cut', { emails: count(SECURITY_SEND_MAX_EMAILS) }),
  ].filter((text) => text !== false)
  return (
    <>
      <p className={classes.totals}>
        {t('send.totals', {
          emails: count(plan.sending.length),
          companies: count(plan.companies),
          people: count(plan.recipients),
        })}
      </p>
      {warnings.length > 0 && (
        <ul className={classes.warnings}>
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  )
}
