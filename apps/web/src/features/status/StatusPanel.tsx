import { isQuiet } from '@aviary/contract/status/rules'
import { type ComponentProps, Suspense, useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../shared/api.ts'
import { preloadWhenIdle } from '../../shared/lazy-when-idle.ts'
import { useArrived } from '../../shared/use-arrived.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useIsPhone } from '../../shared/use-width.ts'
import { Panel } from '../../ui/Panel.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { HoverArea } from './HoverArea.tsx'
import { LazyLargeStatus, LazyPhoneStatus } from './lazy-status.ts'
import { loadCellPopover } from './StatusCell.tsx'
import { StatusGrid } from './StatusGrid.tsx'
import { StatusLegend } from './StatusLegend.tsx'
import { useStatus, useStatusSince } from './use-status.ts'

/** The status grid with its loading and error states; an error says whether the incidents beside it are shown. */
export function StatusPanel({ areIncidentsShown }: { areIncidentsShown: boolean }) {
  const { t } = useTranslation(['status', 'shell'])
  const { matrix, services, dataCenters } = useStatus()
  const shownMatrix = useArrived(matrix.data)
  // Deferred, because it changes the label of every cell.
  const since = useDeferredValue(useStatusSince(matrix.data))
  const error = matrix.error ?? services.error ?? dataCenters.error
  useErrorToast(error, t('toast.status'))

  const isReady = shownMatrix && services.data && dataCenters.data
  return (
    <Panel title={t('title')}>
      {isReady ? (
        <Suspense fallback={<Skeleton rows={14} label={t('loading')} />}>
          <Status
            matrix={shownMatrix}
            services={services.data}
            dataCenters={dataCenters.data}
            since={since}
          />
        </Suspense>
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
      <StatusLegend />
    </Panel>
  )
}

/** Maximum rows and columns of a matrix shown at full size and in the usual order. */
const MOST = { rows: 16, columns: 12 }

function Status(props: ComponentProps<typeof StatusGrid>) {
  const { matrix, services, dataCenters } = props
  const isPhone = useIsPhone()
  const hasTrouble = Object.values(matrix).some((cells) =>
    Object.values(cells).some((status) => !isQuiet(status)),
  )
  useEffect(() => {
    if (hasTrouble) preloadWhenIdle(loadCellPopover)
  }, [hasTrouble])
  const isLarge = services.length > MOST.rows || dataCenters.length > MOST.columns
  const whole = isLarge ? <LazyLargeStatus {...props} /> : <StatusGrid {...props} />
  return (
    <HoverArea {...props}>
      {isPhone ? <LazyPhoneStatus {...props}>{whole}</LazyPhoneStatus> : whole}
    </HoverArea>
  )
}
