import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import { useTranslation } from 'react-i18next'
import { listFormat } from '../../shared/formats.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import type { OrderedKind } from './kinds.ts'
import { OrderList } from './OrderList.tsx'
import { isSameOrder, mergedOrder, orderDraft } from './order.ts'
import classes from './reference.module.css'
import { useOrder } from './use-reference.ts'

type OrderDialogProps = {
  kind: OrderedKind
  records: readonly ReferenceRecord[]
  onClose: () => void
}

/**
 * Puts the records in use into another order. If somebody else changes the list meanwhile, the person's order stays
 * and the stored order is shown beside it.
 */
export function OrderDialog({ kind, records, onClose }: OrderDialogProps) {
  const { t, i18n } = useTranslation(['reference', 'shell'])
  const offline = useOfflineReason()
  const inUse = records.filter(({ is_retired }) => is_retired === 'N')
  const stored = inUse.map(({ key }) => key)
  const draft = useDraft(orderDraft(kind), { base: stored, keys: stored })
  const { base } = draft.values
  const keys = mergedOrder(draft.values.keys, stored)
  const close = () => {
    draft.forget()
    onClose()
  }
  const { mutate, isPending } = useOrder({ onDone: close, onFailed: () => undefined })
  const names = new Map(inUse.map(({ key, name }) => [key, name]))
  const nameOf = (key: string) => names.get(key) ?? key
  const isDirty = !isSameOrder(keys, stored)
  const isOutdated = !isSameOrder(base, stored) && isDirty && !isPending
  const disabledReason = () => {
    if (isOutdated) return t('shell:form.decide')
    return isDirty ? offline : t('shell:form.mustModify')
  }
  return (
    <Dialog title={t('order.title', { kind: t(`kind.${kind}`) })} isDirty={isDirty} onClose={close}>
      {(cancel) => (
        <DialogForm
          submit={t('order.save')}
          reason={disabledReason()}
          isBusy={isPending}
          onCancel={cancel}
          onSubmit={() => mutate({ kind, keys })}
        >
          {isOutdated && (
            <ChangedMeanwhile
              message={t('shell:form.changedMeanwhile')}
              edit={{
                takeTheirs: () => draft.change({ base: stored, keys: stored }),
                keepMine: () => draft.change({ base: stored, keys }),
              }}
            >
              <p>
                {t('order.stored', {
                  names: listFormat(i18n.language, { type: 'unit' }).format(stored.map(nameOf)),
                })}
              </p>
            </ChangedMeanwhile>
          )}
          <p className={`muted ${classes.about}`}>{t('order.help')}</p>
          <OrderList
            label={t(`kind.${kind}`)}
            keys={keys}
            nameOf={nameOf}
            onChange={(changed) => draft.change({ keys: changed })}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
