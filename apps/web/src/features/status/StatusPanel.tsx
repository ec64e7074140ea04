import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { StatusGrid } from './StatusGrid.tsx'
import { useStatus, useStatusSince } from './use-status.ts'

/** The status grid with its loading and error states; an error says whether the incidents beside it are shown. */
export function StatusPanel({ areIncidentsShown }: { areIncidentsShown: boolean }) {
  const { t } = useTranslation(['status', 'shell'])
  const { matrix, services, dataCenters } = useStatus()
  const since = useStatusSince(matrix.data)
  const error = matrix.error ?? services.error ?? dataCenters.error
  useErrorToast(error, t('toast.status'))

  const isReady = matrix.data && services.data && dataCenters.data
  return (
    <Panel title={t('title')}>
      {isReady ? (
        <StatusGrid
          matrix={matrix.data}
          services={services.data}
          dataCenters={dataCenters.data}
          since={since}
        />
      ) : error ? (
        <ErrorState
          title={t('landingServicesCard.error')}
          reason={
            <>
              {t(areIncidentsShown ? 'landingServicesCard.error2' : 'landingServicesCard.error2Alone')}{' '}
              {getErrorMessage(error)}
            </>
          }
          retry={{
            run: () => void Promise.all([matrix.refetch(), services.refetch(), dataCenters.refetch()]),
          }}
        />
      ) : (
        <Skeleton rows={14} label={t('loading')} />
      )}
    </Panel>
  )
}
