import { type ReactNode, useId } from 'react'
import classes from './ui.module.css'

type PanelProps = {
  title: ReactNode
  aside?: ReactNode
  className?: string | undefined
  /** Target of links to this panel. */
  id?: string | undefined
  children: ReactNode
}

/** A section of a page with a heading. */
export function Panel({ title, aside, className, id, children }: PanelProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={className ? `${classes.panel} ${className}` : classes.panel}
    >
      <div className={classes.panelHead}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
