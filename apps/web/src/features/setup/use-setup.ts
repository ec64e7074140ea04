import { POLLING_INTERVAL_MS } from '@aviary/contract/constants'
import { getSetup, hideSetup, sendTestMail } from '@aviary/contract/setup/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { useWrite } from '../../shared/saving/use-write.ts'

/** Polls often while people set up, because records that are refused or repeated are not pushed. */
const INTERVAL_WHILE_OPEN_MS = 5_000

export const useSetup = () =>
  useQuery({
    // The key starts with the topic `status`, because the first report of a source changes that topic.
    queryKey: ['status', 'setup'],
    queryFn: ({ signal }) => call(getSetup, { signal }),
    ...polled,
    // A finished set-up stays finished, so it is not polled any more.
    enabled: ({ state }) => state.data?.state !== 'done',
    refetchInterval: ({ state }) => (state.data?.steps ? INTERVAL_WHILE_OPEN_MS : POLLING_INTERVAL_MS),
  })

export function useSendTestMail() {
  const { t, i18n } = useTranslation('setup')
  return useWrite(() => call(sendTestMail, { body: { locale: i18n.language } }), {
    topics: ['status'],
    done: ({ sent_to: email }) => t('toast.sent', { email }),
    failed: t('toast.sendFailed'),
  })
}

export function useHideSetup() {
  const { t } = useTranslation('setup')
  return useWrite(() => call(hideSetup, { body: {} }), {
    topics: ['status'],
    done: t('toast.hidden'),
    failed: t('toast.hideFailed'),
  })
}
