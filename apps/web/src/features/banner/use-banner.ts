import { updateBanner } from '@aviary/contract/banner/endpoints'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { bannerQuery } from '../../shared/banner.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import { useSession } from '../../shared/session.ts'

export const useBanner = () => useQuery(bannerQuery)

/** Shows (true) or hides (false) the banner. */
export function useUpdateBanner() {
  const { t } = useTranslation('management')
  const client = useQueryClient()
  const { email } = useSession()
  return useWrite(
    async (display: boolean) => {
      const body = { display, jira_id: 'Manual', source: email, source_service: APPLICATION_NAME }
      await call(updateBanner, { body })
      // Waits for the refetch, so that the success toast appears together with the new banner.
      await client.invalidateQueries({ queryKey: bannerQuery.queryKey })
    },
    {
      topics: [],
      done: (_, display) => t(display ? 'banner.shown' : 'banner.hidden'),
      failed: t('toast.banner'),
    },
  )
}
