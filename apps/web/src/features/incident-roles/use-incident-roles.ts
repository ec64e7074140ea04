import { listRolePeople, updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'

/** Accounts with the text in their address. */
export const useRolePeople = (jiraId: string, search: string) =>
  useQuery({
    queryKey: ['incidents', 'role-people', jiraId, search],
    queryFn: async ({ signal }) =>
      (await call(listRolePeople, { query: { jira_id: jiraId, search }, signal })).people,
    placeholderData: keepPreviousData,
  })

/** Takes a role, hands it over or gives it up, unless somebody else did so since it was shown. */
export function useUpdateRole(
  done: string,
  then: { onDone?: () => void; onFailed?: (error: Error) => void } = {},
) {
  const { t } = useTranslation('incident')
  return useWrite(bodyTo(updateIncidentRole), {
    topics: ['incidents'],
    done,
    failed: t('roles.failed'),
    ...then,
  })
}
