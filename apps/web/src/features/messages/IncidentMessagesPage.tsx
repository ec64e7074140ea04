import { FALLBACK_LOCALE, MESSAGE_PREVIEW_MAX_CHARACTERS } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import { internalTypes, messagesOf } from '@aviary/contract/messages/rules'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { actionNameOf } from '@aviary/contract/rights'
import type { PriorityType } from '@aviary/contract/rules'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../shared/api.ts'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useSettings } from '../../shared/settings.ts'
import { useKeyOf } from '../../shared/single-keys.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useOpenForm } from '../../shared/use-open-form.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { InOrder } from '../../ui/InOrder.tsx'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { LoadError, Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Broadcasts } from './Broadcasts.tsx'
import { CreateMessage, createDraft } from './CreateMessage.tsx'
import { editDraft } from './edited-message.ts'
import { MailedNotice } from './MailedNotice.tsx'
import { MessageTable } from './MessageTable.tsx'
import classes from './messages.module.css'
import { UpdateMessage } from './UpdateMessage.tsx'
import { useMailed } from './use-corrections.ts'
import { useDeleteMessage, useEnglishIncident, useManagedMessages } from './use-messages.ts'

export function IncidentMessagesPage() {
  const { id }: { id?: string } = useParams({ strict: false })
  // spec 1 §2.1: a missing id leads to /not-found
  if (!id?.trim()) return <Navigate to="/not-found" replace />
  return <IncidentMessages key={id.trim()} jiraId={id.trim()} />
}

/**
 * Whether no later message ends this one's promise of a next update. An internal message never ends a promise to
 * customers.
 */
const isNewest = (message: ManagedMessage, messages: readonly ManagedMessage[]): boolean => {
  const isInternal = isInternalTitle(message.message_type)
  return messages.find((row) => isInternal || !isInternalTitle(row.message_type))?.id === message.id
}

const draftsOf = ({ id }: ManagedMessage) => [editDraft(id)]

function IncidentMessages({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation(['messages', 'shell'])
  const may = useMay()
  const keys = useKeyOf('p')
  const { help_link } = useSettings()
  const incident = useEnglishIncident(jiraId)
  const messages = useManagedMessages(jiraId)
  const newDrafts = useMemo(() => [createDraft(jiraId)], [jiraId])
  const { open, create, edit, remove, close } = useOpenForm({
    rows: messages.data,
    newDrafts,
    getDrafts: draftsOf,
  })
  const error = messages.error ?? incident.error
  const isUnknown = isNotFound(error)
  useErrorToast(isUnknown ? null : error, t(messages.error ? 'toast.messages' : 'toast.incident'))

  if (isUnknown) {
    return (
      <>
        <PageHeader title={t('unknown', { id: jiraId })} />
        <Link to="/incident/review">{t('toManagement')}</Link>
      </>
    )
  }
  const priority: PriorityType = incident.data?.priorityType ?? 'P1'
  const isInternal = incident.data?.isInternal === 'Y'
  const mayUseInternal = may(internalTypes)
  const disabledReason =
    isInternal && !mayUseInternal
      ? t('form.internalOnly', { action: actionNameOf(internalTypes) })
      : undefined
  const mayCreate = incident.data
    ? may(messagesOf[priority].create)
    : !incident.isError && (may(messagesOf.P1.create) || may(messagesOf.P2.create))
  const title = (
    <>
      <span>{jiraId}</span> {isInternal && <InternalMark />} <span>{t('title')}</span>
    </>
  )
  return (
    <>
      <PageHeader title={title}>
        <Link to="/details/$id" params={{ id: jiraId } as never}>
          {t('screen.Incident Details', { ns: 'shell' })}
        </Link>
        <a href={help_link} target="_blank" rel="noreferrer">
          {t('help')} <span className="visually-hidden">({t('shell:opensNewTab')})</span>
        </a>
        {mayCreate && (
          <DisabledButton
            {...keys}
            size="sm"
            disabledReason={incident.data ? disabledReason : ''}
            onClick={create}
          >
            {t('create')}
          </DisabledButton>
        )}
      </PageHeader>
      <InOrder className={classes.stack}>
        <Panel title={t('list.title')}>
          <Loaded query={messages} failure={t('list.error')} loading={t('list.loading')} rows={5}>
            {(data) => (
              <MessageTable
                messages={data}
                mayEdit={may(messagesOf[priority].update)}
                mayDelete={may(messagesOf[priority].delete)}
                mayTouchInternal={mayUseInternal}
                onEdit={edit}
                onDelete={remove}
              />
            )}
          </Loaded>
        </Panel>
        <Broadcasts jiraId={jiraId} mayRetry={may(messagesOf[priority].create)} />
      </InOrder>
      {open?.what === 'create' && incident.data && may(messagesOf[priority].create) && (
        <CreateMessage incident={incident.data} onClose={close} />
      )}
      {/* An internal incident offers other types, so the form waits until that is known. */}
      {open?.what === 'edit' && !incident.isPending && may(messagesOf[priority].update) && (
        <UpdateMessage
          key={open.row.id}
          message={messages.data?.find(({ id }) => id === open.row.id) ?? open.row}
          isNewest={isNewest(open.row, messages.data ?? [])}
          incident={incident.data}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && <DeleteMessage message={open.row} onClose={close} />}
    </>
  )
}

function DeleteMessage({ message, onClose }: { message: ManagedMessage; onClose: () => void }) {
  const remove = useDeleteMessage(onClose)
  const mailed = useMailed(message)
  const { t } = useTranslation('messages')
  const body = bodyPreview(message.body[FALLBACK_LOCALE] ?? message.message, MESSAGE_PREVIEW_MAX_CHARACTERS)
  return (
    <ConfirmDelete
      what={`${message.title}: ${body}`}
      disabledReason={useOfflineReason()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(message)}
      onClose={onClose}
    >
      <LoadError query={mailed} failure={t('mailed.error')} />
      {mailed.data && <MailedNotice mailed={mailed.data} jiraId={message.jira_id} />}
    </ConfirmDelete>
  )
}
