import { Button, CopyButton, Notification } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { closeAllToasts, closeToast, readToasts, type ShownToast, watchToasts } from './toast-store.ts'
import classes from './toasts.module.css'

const MAX_SHOWN = 3
const SUCCESS_DURATION_MS = 5_000

/** Shows at most three toasts; a button shows the others. Errors and notes stay until they are closed. */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(watchToasts, readToasts)
  const [isOpen, setOpen] = useState(false)
  const hiddenCount = Math.max(0, toasts.length - MAX_SHOWN)
  // Collapses when few are left; otherwise later toasts might cover what the person works on.
  if (isOpen && hiddenCount === 0) setOpen(false)
  const shown = isOpen ? toasts : toasts.slice(-MAX_SHOWN)
  if (toasts.length === 0) return null
  return (
    <section className={classes.stack} aria-label={t('toast.label')} data-open={isOpen || undefined}>
      {hiddenCount > 0 && (
        <div className={classes.buttons}>
          <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('toast.fewer') : t('toast.more', { number: hiddenCount })}
          </Button>
          <Button variant="default" size="compact-sm" onClick={closeAllToasts}>
            {t('toast.closeAll')}
          </Button>
        </div>
      )}
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastItem({ toast }: { toast: ShownToast }) {
  const { t } = useTranslation()
  const { id, kind, count } = toast
  const closesItself = toast.kind === 'success' && toast.note === undefined
  useEffect(() => {
    if (!closesItself) return
    const timer = setTimeout(() => closeToast(id), SUCCESS_DURATION_MS)
    return () => clearTimeout(timer)
  }, [id, closesItself])
  return (
    <Notification
      role={kind === 'error' ? 'alert' : 'status'}
      className={classes.toast ?? ''}
      data-kind={kind}
      title={count > 1 ? `${toast.message} (${count})` : toast.message}
      onClose={() => closeToast(id)}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {toast.kind === 'success' && toast.note && <p className={classes.reason}>{toast.note}</p>}
      {toast.kind === 'error' && (
        <>
          <p className={classes.reason}>{toast.reason}</p>
          {toast.requestId && (
            <CopyButton value={toast.requestId}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-xs" onClick={copy}>
                  {copied ? t('copied') : t('toast.copyRequestId')}
                </Button>
              )}
            </CopyButton>
          )}
        </>
      )}
    </Notification>
  )
}
