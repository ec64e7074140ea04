import {
  correctMessage,
  getMailedMessage,
  previewCorrection,
} from '@aviary/contract/messages/correction-endpoints'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { isBlank } from '@aviary/contract/messages/typed-body'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call, isConflict } from '../../shared/api.ts'
import { createBy, useWrite } from '../../shared/saving/use-write.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useRemovedNote } from '../../shared/use-removed-text.ts'
import { useSettled } from '../../shared/use-settled.ts'
import { editDraft } from './edited-message.ts'

/** The number of people to whom the message has been mailed; a failed call shows a toast. */
export function useMailed({ id, jira_id }: Pick<ManagedMessage, 'id' | 'jira_id'>) {
  const { t } = useTranslation('messages')
  const query = useQuery({
    queryKey: ['mails', 'mailed', id],
    queryFn: ({ signal }) => call(getMailedMessage, { query: { jira_id, message_id: String(id) }, signal }),
  })
  useErrorToast(query.error, t('toast.mailed'))
  return query
}

export type CorrectionDraft = z.input<(typeof previewCorrection)['body']>

export const useCorrectionPreview = (draft: CorrectionDraft) =>
  useQuery({
    queryKey: ['correction', draft],
    queryFn: ({ signal }) => call(previewCorrection, { body: draft, signal }),
    // Translated once, so that the text does not change while somebody is reading it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** Whether the server would ask the translator for texts of a correction; that takes seconds. */
export const needsTranslation = ({ body, relocalize }: CorrectionDraft): boolean =>
  relocalize === 'Y' || (typeof body !== 'string' && Object.values(body).some(isBlank))

/**
 * Preview of a correction, loaded once its author pauses; `data` is undefined without a draft. Sends one request at
 * a time, because comparing long texts takes seconds.
 */
export function useLiveCorrection(draft: CorrectionDraft | undefined) {
  const settled = useSettled(draft)
  const [asked, setAsked] = useState(settled)
  const query = useQuery({
    queryKey: ['correction', 'live', asked],
    queryFn: ({ signal }) => call(previewCorrection, { body: asked as CorrectionDraft, signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (asked !== settled && !query.isFetching) setAsked(settled)
  return draft ? query : { data: undefined, error: null, isPaused: false }
}

export function useCorrectMessage(messageId: number, onDone: (saved: ManagedMessage) => void) {
  const { t } = useTranslation('messages')
  return useWrite(createBy(correctMessage), {
    topics: ['incidents', 'mails', 'correction'],
    createdAs: editDraft(messageId),
    done: t('toast.corrected'),
    note: useRemovedNote(),
    failed: t('toast.correctFailed'),
    refreshOnFailure: isConflict,
    onDone: ({ message }) => onDone(message),
  })
}
