import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayUse } from '../../../shared/session.ts'
import type { Step } from '../../../shared/trail.ts'

/** The way down to the emails of a comm, over the pages that the person may open. `secId`: the incident of the comm. */
export function useSecuritySteps(secId: number | undefined, commId?: number): readonly Step[] {
  const { t } = useTranslation()
  const mayUse = useMayUse()
  const [mayIncidents, mayComms, mayEmails] = [
    mayUse('view_security_incidents'),
    mayUse('view_comms'),
    mayUse('view_emails'),
  ]
  return useMemo(
    () => [
      ...(mayIncidents ? [{ text: t('screen.Security Incidents'), to: '/security_incidents' }] : []),
      ...(mayComms && secId !== undefined
        ? [{ text: `${t('screen.Comms')} ${secId}`, to: `/comms/${secId}` }]
        : []),
      ...(mayEmails && commId !== undefined
        ? [{ text: `${t('screen.Emails')} ${commId}`, to: `/emails/${commId}` }]
        : []),
    ],
    [t, mayIncidents, mayComms, mayEmails, secId, commId],
  )
}
