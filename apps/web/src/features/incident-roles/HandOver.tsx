import { LONGEST_ROLE_NOTE } from '@aviary/contract/incident-roles/rules'
import type { IncidentRole } from '@aviary/contract/incident-roles/schemas'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentValue } from '../../shared/api.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { PersonSelect } from './PersonSelect.tsx'
import { useUpdateRole } from './use-incident-roles.ts'

/** What the refusal of an outdated change says. */
type RolesNow = { roles: IncidentRole[] } | undefined

type HandOverProps = { jiraId: string; role: IncidentRole; name: string; onClose: () => void }

/** Asks who gets a role, and what they should know. */
export function HandOver({ jiraId, role, name, onClose }: HandOverProps) {
  const { t } = useTranslation('incident')
  const offline = useOfflineReason()
  // The holder that the dialog shows: after somebody else's change the server refuses, and the dialog shows the new one.
  const [seen, setSeen] = useState(role.holder)
  const [holder, setHolder] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const handOver = useUpdateRole(t('roles.handedOver', { role: name, id: jiraId }), {
    onDone: onClose,
    onFailed: (error) => {
      const roles = (getCurrentValue(error) as RolesNow)?.roles
      const now = roles?.find((row) => row.role === role.role)
      if (now) setSeen(now.holder)
      if (now?.holder === holder) setHolder(null)
    },
  })
  return (
    <Dialog
      title={t('roles.handOverTitle', { role: name, id: jiraId })}
      isDirty={holder !== null || note !== ''}
      onClose={onClose}
    >
      {(close) => (
        <DialogForm
          submit={t('roles.handOver')}
          reason={offline ?? (holder ? undefined : t('roles.choose'))}
          isBusy={handOver.isPending}
          onCancel={close}
          onSubmit={() =>
            handOver.mutate({
              ...{ jira_id: jiraId, role: role.role, prev_holder: seen },
              ...{ holder, note: note.trim() },
            })
          }
        >
          <p className="muted">{t('roles.now', { person: seen ?? t('roles.nobody') })}</p>
          <PersonSelect
            {...{ jiraId, without: seen }}
            data-autofocus
            label={t('roles.to')}
            required
            value={holder}
            onChange={setHolder}
          />
          <Textarea
            label={t('roles.note')}
            rows={3}
            maxLength={LONGEST_ROLE_NOTE}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
