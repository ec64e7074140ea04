import type { CellStatus } from '@aviary/contract/status/rules'
import type { ReactNode } from 'react'
import { HelpLink } from './HelpLink.tsx'
import { InternalMark } from './InternalMark.tsx'
import classes from './record-header.module.css'

type RecordHeaderProps = {
  /** Shown before the heading. */
  mark?: ReactNode
  /** Shown in the heading, before the title. */
  id?: ReactNode
  title: string
  isInternal: boolean
  /** Gives the edge of the header its colour. */
  status?: CellStatus | undefined
  tags: ReactNode
  actions: ReactNode
  /** Stays under the top bar while the page scrolls. */
  isSticky?: boolean
  /** The facts of the record. */
  children: ReactNode
}

/** Head of a record's page: title, tags and actions in one line, the facts of the record below. */
export const RecordHeader = (props: RecordHeaderProps) => (
  <header
    className={classes.header}
    data-status={props.status}
    data-internal={props.isInternal || undefined}
    data-sticky={props.isSticky}
  >
    <div className={classes.titleLine}>
      {props.mark}
      <h1>
        {props.id}
        {props.isInternal && <InternalMark />}
        <span className={classes.title}>{props.title}</span>
      </h1>
      <div className={classes.tags}>{props.tags}</div>
      <HelpLink />
      <div className={classes.actions} data-action-bar>
        {props.actions}
      </div>
    </div>
    {props.children}
  </header>
)

/** Placeholder as tall as the header, so that nothing moves when the record is loaded. */
export const RecordHeaderSkeleton = ({ title, loading }: { title: string; loading: string }) => (
  <div className={classes.header} role="status" aria-busy="true">
    <div className={classes.titleLine}>
      <h1>{title}</h1>
      <span className="visually-hidden">{loading}</span>
    </div>
    <div className={classes.placeholder} />
  </div>
)
