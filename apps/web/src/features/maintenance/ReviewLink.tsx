import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Kind } from './event-values.ts'

/** Path of the review page of an event; a path from the v1 list keeps the v1 wording. */
export const reviewPath = (id: number, kind: Kind): string =>
  `/maintenance_event/review/${id}${kind === 'window' ? '?tab=windows' : ''}`

type ReviewLinkProps = {
  id: number
  kind: Kind
  title?: string
  children: ReactNode
}

/** Link to the review of an event; a link from the v1 list keeps the v1 wording. */
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
