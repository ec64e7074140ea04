import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainButton } from './PlainButton.tsx'
import classes from './ui.module.css'

/** Explains why there is nothing to show, and what to do next. */
export function EmptyState({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <p className={classes.stateTitle}>{title}</p>
      {children}
    </div>
  )
}

/** Explains what could not be shown and why; `retry.text` replaces the button's default text. */
export function ErrorState(props: {
  title: ReactNode
  reason?: ReactNode
  retry?: { text?: string; run: () => void }
}) {
  const { t } = useTranslation()
  return (
    <div className={classes.state} role="alert">
      <p className={classes.stateTitle}>{props.title}</p>
      {props.reason && <p>{props.reason}</p>}
      {props.retry && (
        <PlainButton onClick={props.retry.run}>{props.retry.text ?? t('error.again')}</PlainButton>
      )}
    </div>
  )
}

/** Placeholder rows while loading. */
export function Skeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-busy="true" data-waiting className={classes.skeleton}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} />
      ))}
    </div>
  )
}
