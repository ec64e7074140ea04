import { getIncidentByJiraId, getMessages } from '@aviary/contract/incidents/endpoints'
import {
  createMessage,
  deleteMessage,
  listEmailComponents,
  type MessagePreview,
  previewMessage,
  suggestMessage,
  updateMessage,
} from '@aviary/contract/messages/endpoints'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, isConflict } from '../../shared/api.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { type Removed, useRemovedNote } from '../../shared/use-removed-text.ts'
import { useTemplates } from '../templates/public.ts'
import { useAlertTypes } from './use-alert-types.ts'

export const useEnglishIncident = (jiraId: string) =>
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

/** The lists for the forms: alert types, their e-mail fields and the templates. Failures are reported by toasts. */
export function useFormLists({ isWaiting = false } = {}) {
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
    /**
     * Whether the required e-mail fields, or what the caller waits for, are still loading. A message sent before
     * would lack them, and a retry after loading would get another idempotency key.
     */
    areLoading: components.isPending || isWaiting,
  }
}

export type Draft = z.input<(typeof previewMessage)['body']>

const previewKey = (draft: Draft) => ['preview', draft] as const

export const usePreview = (draft: Draft) =>
  useQuery({
    queryKey: previewKey(draft),
    queryFn: ({ signal }) => call(previewMessage, { body: draft, signal }),
    // Translated once, so that the text does not change while somebody is reading it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Preview of the mails in the languages that have a text. Without a draft, `data` stays the last preview. */
export const useLivePreview = (draft: Draft | undefined) =>
  useQuery({
    queryKey: ['live-preview', draft],
    queryFn: ({ signal }) =>
      call(previewMessage, { body: { ...(draft as Draft), translate: false }, signal }),
    enabled: draft !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** The values suggested for a new message, and the newest message; refetched while the author writes. */
export const useSuggestion = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'suggestion', jiraId],
    queryFn: ({ signal }) => call(suggestMessage, { query: { jira_id: jiraId }, signal }),
    // Not cached: a dialog that is opened again begins with the latest suggestion.
    gcTime: 0,
  })

type Confirmed = { draft: Draft; after_message: number | null | undefined }

/** `name`: name of the draft, under which the idempotency key is kept. */
export function useCreateMessage(name: string, onDone: () => void) {
  const { t } = useTranslation('messages')
  const client = useQueryClient()
  return useWrite(
    ({ draft, after_message }: Confirmed, keyFor): Promise<Removed> => {
      // A confirmed draft is sent with exactly the translations the confirmation showed.
      const shown = client.getQueryData<MessagePreview>(previewKey(draft))
      const body = { ...draft, after_message, ...(shown ? { translations: shown.translations } : {}) }
      // The key depends on the draft alone: a retry with other translations or another `after_message` must
      // not mail twice.
      return call(createMessage, { body, idempotencyKey: keyFor(draft) })
    },
    {
      topics: ['incidents', 'mails'],
      createdAs: name,
      done: t('toast.created'),
      note: useRemovedNote(),
      failed: t('toast.createFailed'),
      // spec 1 §4: after a proxy's timeout the server still finishes, so the timeout counts as success
      answerOnTimeout: () => ({}),
      refreshOnFailure: isConflict,
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
