import classes from './deliveries.module.css'

type ProgressBarProps = {
  label: string
  /** The counts in words. */
  text: string
  total: number
  sent: number
  failed: number
  stopped: number
}

/** Full once nothing waits any more, however it ended. */
export function ProgressBar({ label, text, total, sent, failed, stopped }: ProgressBarProps) {
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={sent + failed + stopped}
      aria-valuetext={text}
      aria-label={label}
    >
      <div data-part="sent" style={{ width: share(sent) }} />
      <div data-part="failed" style={{ width: share(failed) }} />
      <div data-part="stopped" style={{ width: share(stopped) }} />
    </div>
  )
}
