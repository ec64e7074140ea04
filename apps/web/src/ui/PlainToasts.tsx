import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from './PlainButton.tsx'
import classes from './plain-toasts.module.css'
import { closeToast, readToasts, watchToasts } from './toast-store.ts'

/**
 * The newest toast, until the code of `Toasts` has arrived: an error of a broken connection may also delay that
 * code.
 */
export function PlainToasts() {
  const { t } = useTranslation()
  const toast = useSyncExternalStore(watchToasts, readToasts).at(-1)
  if (!toast) return null
  return (
    <section className={classes.toast} aria-label={t('toast.label')}>
      <div role={toast.kind === 'error' ? 'alert' : 'status'} key={toast.id}>
        <p>{toast.message}</p>
        <p>{toast.kind === 'error' ? toast.reason : toast.note}</p>
      </div>
      <PlainButton onClick={() => closeToast(toast.id)}>{t('close')}</PlainButton>
    </section>
  )
}
