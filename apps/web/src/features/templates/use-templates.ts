import type { RemovedPart } from '@aviary/contract/incidents/removed-part'
import {
  createTemplate,
  deleteTemplate,
  getTemplateHistory,
  listTemplates,
  type Template,
  template as templateSchema,
  updateTemplate,
} from '@aviary/contract/templates/endpoints'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, currentOf, isGatewayTimeout } from '../../shared/api.ts'
import { forgetKey, keyOf } from '../../shared/idempotency-key.ts'
import { tellError, tellSuccess } from '../../shared/toasts.ts'
import { useRemovedText } from '../../shared/use-removed-text.ts'

const LIST = ['templates', 'list'] as const

/** The templates of both types, by title. */
export const useTemplates = () =>
  useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) => (await call(listTemplates, { signal })).templates,
  })

/** What a template was before each of its edits, newest first. */
export const useTemplateHistory = (pkey: number) =>
  useQuery({
    queryKey: ['templates', 'history', pkey],
    queryFn: async ({ signal }) =>
      (await call(getTemplateHistory, { query: { template_id: pkey }, signal })).history,
  })

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: ['templates'] })

type Written<Body extends z.ZodType> = Omit<z.input<Body>, 'audit_log_data'>
export type NewTemplate = Written<(typeof createTemplate)['body']>

/** `name`: the draft that is sent. */
export function useCreateTemplate(name: string, onDone: () => void) {
  const { t } = useTranslation('templates')
  const client = useQueryClient()
  const removedText = useRemovedText()
  const done = (removed?: readonly RemovedPart[]) => {
    forgetKey(name)
    tellSuccess(t('toast.created'), removedText(removed))
    refresh(client)
    onDone()
  }
  return useMutation({
    mutationFn: (body: NewTemplate) => call(createTemplate, { body, idempotencyKey: keyOf(name, body) }),
    onSuccess: ({ removed }) => done(removed),
    // The server goes on although a proxy gave up waiting.
    onError: (error) => (isGatewayTimeout(error) ? done() : tellError(t('toast.createFailed'), error)),
  })
}

export function useUpdateTemplate(onDone: () => void) {
  const { t } = useTranslation('templates')
  const client = useQueryClient()
  const removedText = useRemovedText()
  return useMutation({
    mutationFn: (body: Written<(typeof updateTemplate)['body']>) => call(updateTemplate, { body }),
    onSuccess: ({ removed }) => {
      tellSuccess(t('toast.updated'), removedText(removed))
      refresh(client)
      onDone()
    },
    onError: (error) => {
      const current = templateSchema.safeParse(currentOf(error))
      if (current.success) replaceInList(client, current.data)
      refresh(client)
      tellError(t('toast.updateFailed'), error)
    },
  })
}

const replaceInList = (client: QueryClient, current: Template) =>
  client.setQueryData<Template[]>(LIST, (all) =>
    all?.map((one) => (one.pkey === current.pkey ? current : one)),
  )

export function useDeleteTemplate(onDone: () => void) {
  const { t } = useTranslation('templates')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (pkey: number) => call(deleteTemplate, { body: { pkey } }),
    onSuccess: () => {
      tellSuccess(t('toast.deleted'))
      refresh(client)
      onDone()
    },
    onError: (error) => {
      refresh(client)
      tellError(t('toast.deleteFailed'), error)
    },
  })
}
