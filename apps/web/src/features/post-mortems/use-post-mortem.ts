import {
  answerReview,
  createPostMortem,
  createReviews,
  deleteReview,
  getPostMortem,
  getPostMortemNews,
  listPostMortemVersions,
  updatePostMortem,
} from '@aviary/contract/post-mortems/endpoints'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { bodyTo, createBy, useWrite } from '../../shared/saving/use-write.ts'
import { useCount } from '../../shared/use-count.ts'

const TOPICS = ['incidents']

/** The newest version of an incident's post-mortem; null if it has none. */
export const usePostMortem = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'post-mortem', jiraId],
    queryFn: async ({ signal }) =>
      (await call(getPostMortem, { query: { jira_id: jiraId }, signal })).post_mortem,
    ...polled,
  })

/** One version. A hand-over can give it another number, so it is read again like all of an incident. */
export const useVersion = (jiraId: string, version: number | undefined) =>
  useQuery({
    queryKey: ['incidents', 'post-mortem-version', jiraId, version],
    queryFn: async ({ signal }) => {
      const query = { jira_id: jiraId, ...(version === undefined ? {} : { version }) }
      return (await call(getPostMortem, { query, signal })).post_mortem
    },
    enabled: version !== undefined,
  })

export const useVersions = (jiraId: string) =>
  useQuery({
    queryKey: ['incidents', 'post-mortem-versions', jiraId],
    queryFn: async ({ signal }) =>
      (await call(listPostMortemVersions, { query: { jira_id: jiraId }, signal })).versions,
  })

/** What is new since the newest version, when asked for. */
export function useNews(jiraId: string, isAsked: boolean) {
  const { i18n } = useTranslation()
  return useQuery({
    queryKey: ['incidents', 'post-mortem-news', jiraId, i18n.language],
    queryFn: ({ signal }) =>
      call(getPostMortemNews, { query: { jira_id: jiraId, locale: i18n.language }, signal }),
    enabled: isAsked,
  })
}

export function useCreate(jiraId: string) {
  const { t, i18n } = useTranslation('post-mortem')
  const create = useWrite(createBy(createPostMortem), {
    topics: TOPICS,
    createdAs: `post-mortem-${jiraId}`,
    done: ({ is_new }) => t(is_new ? 'made' : 'madeBefore'),
    failed: t('makeFailed'),
  })
  return { ...create, run: () => create.mutate({ jira_id: jiraId, locale: i18n.language }) }
}

type SaveOptions = { onDone: () => void; onFailed: (error: Error) => void }

export function useSave({ onDone, onFailed }: SaveOptions) {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  return useWrite(bodyTo(updatePostMortem), {
    topics: TOPICS,
    done: ({ post_mortem }: { post_mortem: PostMortem }) =>
      t('form.saved', { number: number(post_mortem.version) }),
    failed: t('form.failed'),
    ...{ onDone, onFailed },
  })
}

export function useAsk(onDone: () => void) {
  const { t } = useTranslation('post-mortem')
  return useWrite(bodyTo(createReviews), {
    topics: TOPICS,
    done: ({ asked }) => t(asked.length > 0 ? 'review.asked' : 'review.askedBefore'),
    note: ({ not_mailed }) =>
      not_mailed.length > 0 ? t('review.notMailed', { names: not_mailed.join(', ') }) : undefined,
    failed: t('review.askFailed'),
    onDone,
  })
}

export function useWithdraw() {
  const { t } = useTranslation('post-mortem')
  return useWrite(bodyTo(deleteReview), {
    topics: TOPICS,
    done: t('review.withdrawn'),
    failed: t('review.withdrawFailed'),
  })
}

export function useAnswer(onDone: () => void) {
  const { t } = useTranslation('post-mortem')
  return useWrite(bodyTo(answerReview), {
    topics: TOPICS,
    done: t('review.given'),
    failed: t('review.giveFailed'),
    onDone,
  })
}
