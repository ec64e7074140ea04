import {
  createTemplate,
  deleteTemplate,
  getTemplateHistory,
  listTemplates,
  type Template,
  updateTemplate,
} from '@aviary/contract/templates/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, getCurrentValue } from '../../shared/api.ts'
import { isLike } from '../../shared/saving/is-like.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { type Removed, useRemovedNote } from '../../shared/use-removed-text.ts'

const LIST = ['templates', 'list'] as const

/** The templates of both types, sorted by title. */
export const useTemplates = () =>
  useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) => (await call(listTemplates, { signal })).templates,
  })

/** The versions of a template before each of its edits, newest first. */
export const useTemplateHistory = (pkey: number) =>
  useQuery({
    queryKey: ['templates', 'history', pkey],
    queryFn: async ({ signal }) =>
      (await call(getTemplateHistory, { query: { template_id: pkey }, signal })).history,
  })

const TOPICS = ['templates']

export type NewTemplate = Omit<z.input<(typeof createTemplate)['body']>, 'audit_log_data'>

/** `name`: name of the draft, under which the idempotency key is kept. */
export function useCreateTemplate(name: string, onDone: () => void) {
  const { t } = useTranslation('templates')
  return useWrite(
    (body: NewTemplate, keyFor): Promise<Removed> =>
      call(createTemplate, { body, idempotencyKey: keyFor(body) }),
    {
      topics: TOPICS,
      createdAs: name,
      done: t('toast.created'),
      note: useRemovedNote(),
      failed: t('toast.createFailed'),
      // After a proxy's timeout the server still finishes, so the timeout counts as success.
      answerOnTimeout: () => ({}),
      refreshOnFailure: false,
      onDone,
    },
  )
}

export function useUpdateTemplate(onDone: () => void) {
  const { t } = useTranslation('templates')
  const client = useQueryClient()
  const replaceInList = (current: unknown) =>
    client.setQueryData<Template[]>(LIST, (all) =>
      all?.map((template) =>
        isLike(template, current) && template.pkey === current.pkey ? current : template,
      ),
    )
  return useWrite(bodyTo(updateTemplate), {
    topics: TOPICS,
    done: t('toast.updated'),
    note: useRemovedNote(),
    failed: t('toast.updateFailed'),
    onDone,
    onFailed: (error) => replaceInList(getCurrentValue(error)),
  })
}

export function useDeleteTemplate(onDone: () => void) {
  const { t } = useTranslation('templates')
  return useWrite((pkey: number) => call(deleteTemplate, { body: { pkey } }), {
    topics: TOPICS,
    done: t('toast.deleted'),
    failed: t('toast.deleteFailed'),
    onDone,
  })
}
