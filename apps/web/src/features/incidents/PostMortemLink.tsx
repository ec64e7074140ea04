import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { ActionIcon } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMayPost } from '../../shared/may-post.ts'
import { useTip } from '../../ui/use-tip.tsx'

type WithPostMortem = {
  incident: Pick<IncidentDetail, 'jiraId' | 'priorityType' | 'isInternal' | 'post_mortem'>
}

/** Whether the incident has a post-mortem, or the person may make it. */
export function usePostMortem(incident: WithPostMortem['incident']): boolean {
  const mayPost = useMayPost()
  return incident.post_mortem !== null || mayPost(incident)
}

/** Leads to the post-mortem of an incident, and says how far it is. */
export function PostMortemLink({ incident: { jiraId, post_mortem } }: WithPostMortem) {
  const { t } = useTranslation('incident')
  return (
    <Link to="/details/$id/post_mortem" params={{ id: jiraId }}>
      {t(`postMortem.${post_mortem?.state ?? 'none'}`)}
    </Link>
  )
}

/** The same among the actions, for an incident that is over. */
export function PostMortemIcon({ incident }: WithPostMortem) {
  const { t } = useTranslation('incident')
  const { jiraId, post_mortem } = incident
  const label = post_mortem
    ? `${t('postMortem.title')}: ${t(`postMortem.${post_mortem.state}`)}`
    : t('postMortem.none')
  const { target, tip } = useTip<HTMLAnchorElement>(label)
  if (!usePostMortem(incident)) return null
  return (
    <>
      <ActionIcon
        {...target}
        component={Link}
        to="/details/$id/post_mortem"
        params={{ id: jiraId } as never}
        variant="default"
        size="lg"
        aria-label={label}
      >
        <IconFileText size={16} aria-hidden />
      </ActionIcon>
      {tip}
    </>
  )
}
