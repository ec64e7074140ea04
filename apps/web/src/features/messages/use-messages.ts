import { getIncidentByJiraId, getMessages } from '@aviary/contract/incidents/endpoints'
import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import {
  createMessage,
  deleteMessage,
  listEmailComponents,
  type MessagePreview,
  previewMessage,
  updateMessage,
} from '@aviary/contract/messages/endpoints'
import type { ManagedMessage, messageUpdate } from '@aviary/contract/messages/schemas'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, isConflict, isGatewayTimeout } from '../../shared/api.ts'
import { forgetKey, keyOf } from '../../shared/idempotency-key.ts'
import { tellError, tellSuccess } from '../../shared/toasts.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useRemovedText } from '../../shared/use-removed-text.ts'
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
  const removedText = useRemovedText()
  const done = (removed?: readonly RemovedPart[]) => {
    forgetKey(name)
    tellSuccess(t('toast.created'), removedText(removed))
    client.invalidateQueries({ queryKey: ['incidents'] })
    client.invalidateQueries({ queryKey: ['mails'] })
    onDone()
  }
  return useMutation({
    mutationFn: (draft: Draft) => {
      // A draft that was confirmed is sent in the very words that the confirmation showed.
      const shown = client.getQueryData<MessagePreview>(previewKey(draft))
      const body = shown ? { ...draft, translations: shown.translations } : draft
      // The key names the draft alone: another translation of it is no reason to mail everybody twice.
      return call(createMessage, { body, idempotencyKey: keyOf(name, draft) })
    },
    onSuccess: ({ removed }) => done(removed),
    // spec 1 §4: the server goes on although a proxy gave up waiting
    onError: (error) => (isGatewayTimeout(error) ? done() : tellError(t('toast.createFailed'), error)),
  })
}

type Update = z.input<z.ZodObject<typeof messageUpdate>>

export function useUpdateMessage(onDone: (saved: ManagedMessage) => void) {
  const { t } = useTranslation('messages')
  const client = useQueryClient()
  const removedText = useRemovedText()
  const refresh = () => client.invalidateQueries({ queryKey: ['incidents'] })
  return useMutation({
    mutationFn: (body: Update) => call(updateMessage, { body }),
    onSuccess: ({ message, removed }) => {
      tellSuccess(t('toast.updated'), removedText(removed))
      refresh()
      onDone(message)
    },
    onError: (error) => {
      if (isConflict(error)) refresh()
      tellError(t('toast.updateFailed'), error)
    },
  })
}

export function useDeleteMessage(onDone: () => void) {
  const { t } = useTranslation('messages')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: ManagedMessage) =>
      call(deleteMessage, {
        body: { message_id: message.id, priority_type: message.priorityType, jira_id: message.jira_id },
      }),
    onSuccess: () => {
      tellSuccess(t('toast.deleted'))
      client.invalidateQueries({ queryKey: ['incidents'] })
      onDone()
    },
    onError: (error) => tellError(t('toast.deleteFailed'), error),
  })
}
