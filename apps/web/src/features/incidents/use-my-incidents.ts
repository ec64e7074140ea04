import type { Incident } from '@aviary/contract/incidents/schemas'
import { useSession } from '../../shared/session.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'

/** The parts of an incident that say what somebody is on it. */
type WithRoles = Pick<Incident, 'roles'>

/** The roles that the signed-in person has on an incident. */
export function useMyRoles(): (incident: WithRoles) => Incident['roles'] {
  const { email } = useSession()
  return ({ roles }) => roles.filter(({ holder }) => holder.toLowerCase() === email.toLowerCase())
}

/** Which incidents the landing page shows: all, or those on which the person has a role; the URL says which. */
export function useMyIncidents(incidents: readonly Incident[]) {
  const rolesOf = useMyRoles()
  const { read, write } = useSearchParams()
  const mine = incidents.filter((incident) => rolesOf(incident).length > 0)
  const isOnlyMine = read('incidents') === 'mine'
  return {
    shown: isOnlyMine ? mine : incidents,
    count: mine.length,
    isOnlyMine,
    toggle: () => write({ incidents: isOnlyMine ? '' : 'mine' }),
  }
}
