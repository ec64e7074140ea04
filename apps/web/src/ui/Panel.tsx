import { type ReactNode, useId } from 'react'
import classes from './ui.module.css'

type PanelProps = { title: ReactNode; aside?: ReactNode; className?: string | undefined; children: ReactNode }

/** A section of a page with a heading. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className ? `${classes.panel} ${className}` : classes.panel}>
      <div className={classes.panelHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
