import { isOwnIncident } from '@aviary/contract/declared/rules'
import { screens } from '@aviary/contract/screens'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import type { RowActions } from '../../ui/table/row-actions.ts'

/** The ⋯ menu of a row that is an incident. `getId` must be stable between renders. */
export function useIncidentActions<Row>(getId: (row: Row) => string): RowActions<Row> {
  const { t } = useTranslation()
  const { issue_tracker_link: tracker } = useSettings()
  const may = useMay()
  const mayReadLedger = may(screens.deliveries)
  const mayManage = may(screens.incidentManagement)
  return useMemo(
    () => ({
      title: t('shortcuts.actions'),
      nameOf: getId,
      of: (row) => {
        const id = getId(row)
        const path = encodeURIComponent(id)
        return [
          { label: t('incidentActions.details'), to: `/details/${path}` },
          ...(isOwnIncident(id)
            ? []
            : [
                { label: t('incidentActions.tracker'), href: trackerLink(tracker, id), rowKey: 'j' as const },
              ]),
          ...(mayReadLedger
            ? [{ label: t('incidentActions.told'), to: `/deliveries?reference=${path}` }]
            : []),
          ...(mayManage
            ? [{ label: t('incidentActions.messages'), to: `/edit/${path}`, rowKey: 'm' as const }]
            : []),
        ]
      },
    }),
    [t, tracker, mayReadLedger, mayManage, getId],
  )
}
