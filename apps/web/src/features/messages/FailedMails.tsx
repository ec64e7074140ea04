import { listDeliveries, retryDeliveries } from '@aviary/contract/deliveries/endpoints'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useWrite } from '../../shared/saving/use-write.ts'
import classes from './messages.module.css'

/** Recipients a broadcast did not reach, with the mail server's response and buttons to retry. */
export function FailedMails({ broadcastId, mayRetry }: { broadcastId: number; mayRetry: boolean }) {
  const { t } = useTranslation('messages')
  const offline = useOfflineReason()
  const { data } = useQuery({
    queryKey: ['mails', 'failed', broadcastId],
    queryFn: ({ signal }) =>
      call(listDeliveries, { query: { broadcast_id: broadcastId, state: 'failed' }, signal }),
  })
  const retry = useWrite(
    (deliveryId: number | undefined) =>
      call(retryDeliveries, {
        body: {
          broadcast_id: broadcastId,
          ...(deliveryId === undefined ? {} : { delivery_id: deliveryId }),
        },
      }),
    {
      topics: ['mails'],
      done: t('toast.retried'),
      failed: t('toast.retryFailed'),
      refreshOnFailure: false,
    },
  )
  if (!data) return null
  const isDisabled = retry.isPending || offline !== undefined
  return (
    <>
      {mayRetry && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isDisabled}
          title={offline}
          onClick={() => retry.mutate(undefined)}
        >
          {t('failed.retryAll')}
        </Button>
      )}
      <ul className={classes.people}>
        {data.deliveries.map(({ delivery_id, email, response }) => (
          <li key={delivery_id}>
            <span>
              {email} <span className="muted">{response}</span>
            </span>
            {mayRetry && (
              <Button
                size="compact-xs"
                variant="default"
                disabled={isDisabled}
                title={offline}
                aria-label={`${t('failed.retry')} ${email}`}
                onClick={() => retry.mutate(delivery_id)}
              >
                {t('failed.retry')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.more_results && <p className="muted">{t('failed.more')}</p>}
    </>
  )
}
