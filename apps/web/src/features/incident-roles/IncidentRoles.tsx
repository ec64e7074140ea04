import { updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import type { IncidentRole } from '@aviary/contract/incident-roles/schemas'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useMayPost } from '../../shared/may-post.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useRoleName } from '../../shared/role-name.ts'
import { useSession } from '../../shared/session.ts'
import { Address } from '../../ui/Address.tsx'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import classes from './incident-roles.module.css'
import { LazyHandOver } from './LazyHandOver.ts'
import { useUpdateRole } from './use-incident-roles.ts'

type RolesProps = { incident: Pick<IncidentDetail, 'jiraId' | 'priorityType' | 'isInternal' | 'all_roles'> }

/** Who leads an incident and who writes to customers; those who may post on it take roles and hand them over. */
export function IncidentRoles({ incident }: RolesProps) {
  const may = useMay()
  const mayPost = useMayPost()
  const mayChange = may(updateIncidentRole) && mayPost(incident)
  return (
    <dl className={classes.roles}>
      {incident.all_roles.map((role) => (
        <Role key={role.role} {...{ role, mayChange }} jiraId={incident.jiraId} />
      ))}
    </dl>
  )
}

type RoleProps = { jiraId: string; role: IncidentRole; mayChange: boolean }

function Role({ jiraId, role, mayChange }: RoleProps) {
  const { t } = useTranslation('incident')
  const name = useRoleName()(role)
  const { holder, since, note } = role
  return (
    <div className={classes.role}>
      <dt>{name}</dt>
      <dd>
        {holder ? <Address text={holder} /> : <span className="muted">{t('roles.nobody')}</span>}
        {since && (
          <span className="muted">
            {' · '}
            <RelativeTime at={since} />
          </span>
        )}
        {note && <p className={classes.note}>{note}</p>}
        {mayChange && <RoleActions {...{ jiraId, role, name }} />}
      </dd>
    </div>
  )
}

function RoleActions({ jiraId, role, name }: { jiraId: string; role: IncidentRole; name: string }) {
  const { t } = useTranslation('incident')
  const { email } = useSession()
  const offline = useOfflineReason()
  const [isOpen, setOpen] = useState(false)
  const isMine = role.holder?.toLowerCase() === email.toLowerCase()
  const take = useUpdateRole(t('roles.taken', { role: name, id: jiraId }))
  const giveUp = useUpdateRole(t('roles.givenUp', { role: name, id: jiraId }))
  const seen = { jira_id: jiraId, role: role.role, prev_holder: role.holder, note: '' }
  const isBusy = take.isPending || giveUp.isPending
  const label = (action: string) => t('roles.action', { action, role: name })
  const reason = offline ?? (isBusy ? '' : undefined)
  // One button for both, so that it keeps the focus.
  const isGivenUp = isMine || role.is_retired
  const pressText = t(isGivenUp ? 'roles.giveUp' : role.holder ? 'roles.takeOver' : 'roles.take')
  return (
    <div className={classes.actions}>
      <DisabledButton
        variant="default"
        size="compact-sm"
        disabledReason={reason}
        aria-label={label(pressText)}
        onClick={() =>
          isGivenUp ? giveUp.mutate({ ...seen, holder: null }) : take.mutate({ ...seen, holder: email })
        }
      >
        {pressText}
      </DisabledButton>
      {!role.is_retired && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={label(t('roles.handOver'))}
          onClick={() => setOpen(true)}
        >
          {t('roles.handOver')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <LazyHandOver {...{ jiraId, role, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
