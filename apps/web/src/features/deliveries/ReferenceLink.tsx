import { eventIdOf } from '@aviary/contract/maintenance/rules'
import { Link } from '@tanstack/react-router'

/** Leads to what a mail was about: its maintenance event, or its incident. */
export function Matter({ reference }: { reference: string }) {
  const event = eventIdOf(reference)
  const to = event === undefined ? '/details/$id' : '/maintenance_event/review/$id'
  return (
    <Link to={to} params={{ id: String(event ?? reference) } as never}>
      {reference}
    </Link>
  )
}
