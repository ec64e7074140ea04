import { getIncidentByJiraId, getMessages } from '@aviary/contract/incidents/endpoints'
import {
  createMessage,
  deleteMessage,
  listEmailComponents,
  type MessagePreview,
  previewMessage,
  updateMessage,
} from '@aviary/contract/messages/endpoints'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, isConflict } from '../../shared/api.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { type Removed, useRemovedNote } from '../../shared/use-removed-text.ts'
import { useTemplates } from '../templates/public.ts'
import { useAlertTypes } from './use-alert-types.ts'

export const useIncidentOf = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'detail', jiraId, 'en'],
    queryFn: async ({ signal }) =>
      (await call(getIncidentByJiraId, { query: { jira_id: jiraId, locale: 'en' }, signal })).payload,
  })

export const useManagedMessages = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'messages', jiraId],
    queryFn: async ({ signal }) => (await call(getMessages, { query: { jira_id: jiraId }, signal })).messages,
  })

/** What the forms offer: alert types, their e-mail fields and the templates. A list that fails is told once. */
export function useFormLists() {
  const { t } = useTranslation('messages')
  const types = useAlertTypes()
  const components = useQuery({
    queryKey: ['reference', 'email-components'],
    queryFn: async ({ signal }) => (await call(listEmailComponents, { signal })).services,
    staleTime: 10 * 60_000,
  })
  const templates = useTemplates()
  useErrorToast(types.error, t('toast.alertTypes'))
  useErrorToast(components.error, t('toast.emailFields'))
  useErrorToast(templates.error, t('toast.templates'))
  return {
    types: types.data,
    components: components.data,
    templates: templates.data,
    /** What a message has to be sent with is not known yet: sent now it would lack it, and be another create. */
    areOnTheirWay: components.isPending,
  }
}

export type Draft = z.input<(typeof previewMessage)['body']>

const previewKey = (draft: Draft) => ['preview', draft] as const

export const usePreview = (draft: Draft) =>
  useQuery({
    queryKey: previewKey(draft),
    queryFn: ({ signal }) => call(previewMessage, { body: draft, signal }),
    // It is translated once: what somebody is reading does not change under their eyes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** `name`: the draft that is sent. */
export function useCreateMessage(name: string, onDone: () => void) {
  const { t } = useTranslation('messages')
  const client = useQueryClient()
  return useWrite(
    (draft: Draft, keyFor): Promise<Removed> => {
      // A draft that was confirmed is sent in the very words that the confirmation showed.
      const shown = client.getQueryData<MessagePreview>(previewKey(draft))
      const body = shown ? { ...draft, translations: shown.translations } : draft
      // The key names the draft alone: another translation of it is no reason to mail everybody twice.
      return call(createMessage, { body, idempotencyKey: keyFor(draft) })
    },
    {
      topics: ['incidents', 'mails'],
      createdAs: name,
      done: t('toast.created'),
      note: useRemovedNote(),
      failed: t('toast.createFailed'),
      // spec 1 §4: the server goes on although a proxy gave up waiting
      answerOnTimeout: () => ({}),
      refreshOnFailure: false,
      onDone,
    },
  )
}

export function useUpdateMessage(onDone: (saved: ManagedMessage) => void) {
  const { t } = useTranslation('messages')
  return useWrite(bodyTo(updateMessage), {
    topics: ['incidents'],
    done: t('toast.updated'),
    note: useRemovedNote(),
    failed: t('toast.updateFailed'),
    refreshOnFailure: isConflict,
    onDone: ({ message }) => onDone(message),
  })
}

export function useDeleteMessage(onDone: () => void) {
  const { t } = useTranslation('messages')
  return useWrite(
    (message: ManagedMessage) =>
      call(deleteMessage, {
        body: { message_id: message.id, priority_type: message.priorityType, jira_id: message.jira_id },
      }),
    {
      topics: ['incidents'],
      done: t('toast.deleted'),
      failed: t('toast.deleteFailed'),
      refreshOnFailure: false,
      onDone,
    },
  )
}
