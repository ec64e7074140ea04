import { updateBanner } from '@aviary/contract/banner/endpoints'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { bannerQuery } from '../../shared/banner.ts'
import { useSession } from '../../shared/session.ts'
import { tellError, tellSuccess } from '../../shared/toasts.ts'

export const useBanner = () => useQuery(bannerQuery)

/** Shows (true) or hides (false) the banner, and reads it again afterwards. */
export function useUpdateBanner() {
  const { t } = useTranslation('management')
  const client = useQueryClient()
  const { email } = useSession()
  return useMutation({
    mutationFn: async (display: boolean) => {
      const body = { display, jira_id: 'Manual', source: email, source_service: APPLICATION_NAME }
      await call(updateBanner, { body })
      await client.invalidateQueries({ queryKey: bannerQuery.queryKey })
    },
    onSuccess: (_, display) => tellSuccess(t(display ? 'banner.shown' : 'banner.hidden')),
    onError: (error) => tellError(t('toast.banner'), error),
  })
}
