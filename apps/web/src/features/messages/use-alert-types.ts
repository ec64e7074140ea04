import { listAlertTypes } from '@aviary/contract/messages/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'

/** The alert types of each priority that the signed-in user may see. */
export const useAlertTypes = () =>
  useQuery({
    queryKey: ['reference', 'alert-types'],
    queryFn: async ({ signal }) => (await call(listAlertTypes, { signal })).payload,
    staleTime: 10 * 60_000,
  })
