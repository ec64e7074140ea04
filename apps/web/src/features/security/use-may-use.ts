import type { Action } from '@aviary/contract/actions'
import { mayUse } from '@aviary/contract/administration/rules'
import { useSession } from '../../shared/session.ts'

/** Whether the person may open the screen that an action stands for: with the action and its restricted page. */
export function useMayUse(): (action: Action) => boolean {
  const { authorization, rights } = useSession()
  return (action) => mayUse({ authorization, pages: rights.restricted_page_access }, action)
}
