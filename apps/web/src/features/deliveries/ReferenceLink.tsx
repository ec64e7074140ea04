import { eventIdOf } from '@aviary/contract/maintenance/rules'
import { Link } from '@tanstack/react-router'

/** Link to the maintenance event, the channel or the incident that a mail is about. */
export function ReferenceLink({ reference }: { reference: string }) {
  const event = eventIdOf(reference)
  const [, channel] = /^CHN-(\d+)$/i.exec(reference) ?? []
  if (event !== undefined) return <To to="/maintenance_event/review/$id" id={event} text={reference} />
  if (channel !== undefined) return <To to="/channels/$id" id={channel} text={reference} />
  return <To to="/details/$id" id={reference} text={reference} />
}

type ToProps = { to: string; id: string | number; text: string }

const To = ({ to, id, text }: ToProps) => (
  <Link to={to} params={{ id: String(id) } as never}>
    {text}
  </Link>
)
