import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Kind } from './event-values.ts'

type ReviewLinkProps = {
  id: number
  kind: Kind
  title?: string
  'aria-label'?: string
  children: ReactNode
}

/** The way to the review of an event, in the words of the list that it is on. */
export function ReviewLink({ id, kind, children, ...rest }: ReviewLinkProps) {
  return (
    <Link
      to="/maintenance_event/review/$id"
      params={{ id: String(id) } as never}
      search={(kind === 'window' ? { tab: 'windows' } : {}) as never}
      {...rest}
    >
      {children}
    </Link>
  )
}
