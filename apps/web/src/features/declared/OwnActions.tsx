import type { OwnIncident } from '@aviary/contract/declared/endpoints'
import { isOpenStatus } from '@aviary/contract/incidents/rules'
import { ActionIcon, Button, Checkbox, Menu, TextInput } from '@mantine/core'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { OwnIncidentForm } from './OwnIncidentForm.tsx'
import { emptyAt } from './own-incident-values.ts'
import { useOwnIncidentKind } from './use-kind.ts'
import { useHandOver, useOwnIncident, usePublish, useResolve } from './use-own-incident.ts'

type Form = 'edit' | 'resolve' | 'publish' | 'handOver'
type OwnActionsProps = {
  jiraId: string
  isInternal: boolean
  /** Opens the dialog that tells people that the service is restored. */
  onRestored: () => void
}

/** Actions for an own incident: edit, end, publish, hand over to the tracker. */
export function OwnActions({ jiraId, isInternal, onRestored }: OwnActionsProps) {
  const { t } = useTranslation('declared')
  const { data } = useOwnIncident(jiraId)
  const [open, setOpen] = useState<Form>()
  const close = () => setOpen(undefined)
  if (!data) return null
  return (
    <>
      {isOpenStatus(data.status) && (
        <Button
          variant="default"
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => setOpen('resolve')}
        >
          {t('resolve')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t('more', { id: jiraId })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('edit')}>{t('edit')}</Menu.Item>
          {isInternal && <Menu.Item onClick={() => setOpen('publish')}>{t('publish')}</Menu.Item>}
          <Menu.Item onClick={() => setOpen('handOver')}>{t('handOver')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <EditOwn incident={data} onClose={close} />}
      {open === 'resolve' && (
        <Resolve incident={data} isInternal={isInternal} onClose={close} onRestored={onRestored} />
      )}
      {open === 'publish' && <Publish incident={data} onClose={close} />}
      {open === 'handOver' && <HandOver incident={data} onClose={close} />}
    </>
  )
}

type DialogProps = { incident: OwnIncident; onClose: () => void }

function EditOwn({ incident, onClose }: DialogProps) {
  return (
    <OwnIncidentForm
      kind={useOwnIncidentKind()}
      draft={`own-${incident.jira_id}`}
      record={incident}
      empty={emptyAt(0)}
      isDeleted={false}
      onCurrent={() => undefined}
      onClose={onClose}
    />
  )
}

type ResolveProps = DialogProps & { isInternal: boolean; onRestored: () => void }

function Resolve({ incident, isInternal, onClose, onRestored }: ResolveProps) {
  const { t } = useTranslation('declared')
  const offline = useOfflineReason()
  const [choice, setChoice] = useState(true)
  // An internal incident takes internal message types only, and Service Restored is not one of them. Derived on each
  // render, because the incident may become external while this dialog is open.
  const tells = choice && !isInternal
  const resolve = useResolve(() => {
    onClose()
    if (tells) onRestored()
  })
  return (
    <Dialog title={t('resolveTitle', { id: incident.jira_id })} onClose={onClose}>
      {(close) => (
        <DialogForm
          needsPress
          submit={t('resolve')}
          reason={offline}
          isBusy={resolve.isPending}
          onCancel={close}
          onSubmit={() => resolve.mutate(incident)}
        >
          <p>{t('resolveHelp')}</p>
          {!isInternal && (
            <Checkbox
              label={t('tellRestored')}
              checked={tells}
              onChange={(event) => setChoice(event.currentTarget.checked)}
            />
          )}
        </DialogForm>
      )}
    </Dialog>
  )
}

function Publish({ incident: { jira_id, version, details }, onClose }: DialogProps) {
  const { t } = useTranslation('declared')
  const publish = usePublish(onClose)
  return (
    <ConfirmDelete
      what={details}
      words={{ question: t('publishTitle', { id: jira_id }), confirm: t('publish') }}
      disabledReason={useOfflineReason()}
      isBusy={publish.isPending}
      onConfirm={() => publish.mutate({ jira_id, version })}
      onClose={onClose}
    >
      <p>{t('publishHelp')}</p>
    </ConfirmDelete>
  )
}

function HandOver({ incident: { jira_id, version }, onClose }: DialogProps) {
  const { t } = useTranslation('declared')
  const offline = useOfflineReason()
  const navigate = useNavigate()
  const [to, setTo] = useState('')
  const handOver = useHandOver((id) => navigate({ to: '/details/$id', params: { id } }))
  return (
    <Dialog title={t('handOverTitle', { id: jira_id })} isDirty={to !== ''} onClose={onClose}>
      {(close) => (
        <DialogForm
          submit={t('handOver')}
          reason={to.trim() === '' ? t('fault.required', { field: t('field.issue') }) : offline}
          isBusy={handOver.isPending}
          onCancel={close}
          onSubmit={() => handOver.mutate({ jira_id, version, to: to.trim() })}
        >
          <p>{t('handOverHelp')}</p>
          <TextInput
            label={t('field.issue')}
            required
            data-autofocus
            maxLength={50}
            placeholder="OPI-1801"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
