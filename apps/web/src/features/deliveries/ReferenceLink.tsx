import { eventIdOf } from '@aviary/contract/maintenance/rules'
import { Link } from '@tanstack/react-router'

/** Link to the maintenance event or incident that a mail is about. */
export function ReferenceLink({ reference }: { reference: string }) {
  const event = eventIdOf(reference)
  const to = event === undefined ? '/details/$id' : '/maintenance_event/review/$id'
  return (
    <Link to={to} params={{ id: String(event ?? reference) } as never}>
      {reference}
    </Link>
  )
}
