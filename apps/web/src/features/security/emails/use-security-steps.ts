import { screens } from '@aviary/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import type { Step } from '../../../shared/trail.ts'
import { securityIncidentsQuery } from '../use-security.ts'

/**
 * The breadcrumb down to the emails of a comm, with the pages that the person may open. `secId`: incident of the
 * comm.
 */
export function useSecuritySteps(secId: number | undefined, commId?: number): readonly Step[] {
  const { t } = useTranslation()
  const may = useMay()
  // Uses the incidents only if they are already loaded: a breadcrumb is no reason for a request.
  const { data: incidents } = useQuery({ ...securityIncidentsQuery, enabled: false })
  const title = incidents?.find((incident) => incident.sec_id === secId)?.title
  const [mayIncidents, mayComms, mayEmails] = [
    may(screens.securityIncidents),
    may(screens.comms),
    may(screens.emails),
  ]
  return useMemo(
    () => [
      ...(mayIncidents ? [{ text: t('screen.Security Incidents'), to: '/security_incidents' }] : []),
      ...(mayComms && secId !== undefined
        ? [
            {
              text: title === undefined ? `${t('screen.Comms')} ${secId}` : `${secId} ${title}`,
              to: `/comms/${secId}`,
            },
          ]
        : []),
      ...(mayEmails && commId !== undefined
        ? [{ text: `${t('screen.Emails')} ${commId}`, to: `/emails/${commId}` }]
        : []),
    ],
    [t, mayIncidents, mayComms, mayEmails, secId, commId, title],
  )
}
