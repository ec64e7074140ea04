import { useMay } from '../shared/session.ts'
import { LINKS, type NavigationLink } from './navigation.ts'

/** The links that the signed-in person may follow. */
export function useLinks(): NavigationLink[] {
  const may = useMay()
  return LINKS.filter(({ action }) => !action || may(action))
}
