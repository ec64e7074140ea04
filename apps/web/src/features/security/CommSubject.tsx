import { listSecurityIncidents } from '@aviary/contract/security/endpoints'
import type { Comm } from '@aviary/contract/security/schemas'
import { useMay } from '../../shared/may.ts'
import classes from './security.module.css'
import { useSecurityIncidents } from './use-security.ts'

/** Below a page's title: the incident's title, for those who may read it, and the comm's description. */
export function CommSubject({ comm }: { comm: Pick<Comm, 'sec_id' | 'description'> }) {
  const mayIncidents = useMay()(listSecurityIncidents)
  return (
    <p className={classes.subject}>
      {mayIncidents && <IncidentTitle secId={comm.sec_id} after=" · " />}
      {comm.description}
    </p>
  )
}

/** The title of a security incident, once it is loaded. */
export function IncidentTitle({ secId, after = '' }: { secId: number; after?: string }) {
  const incident = useSecurityIncidents().data?.find(({ sec_id }) => sec_id === secId)
  return incident ? (
    <>
      <strong>{incident.title}</strong>
      {after}
    </>
  ) : null
}
