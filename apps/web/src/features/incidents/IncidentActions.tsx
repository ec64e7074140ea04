import { declaring, isOwnIncident } from '@aviary/contract/declared/rules'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { internalTypes, messagesOf, RESTORED_TYPE } from '@aviary/contract/messages/rules'
import { actionNameOf } from '@aviary/contract/rights'
import { screens } from '@aviary/contract/screens'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconExternalLink, IconHash, IconMailCheck, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { POST_OPEN, POST_PARAMETER, POST_RESTORED } from '../../shared/post-dialog.ts'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import { useCount } from '../../shared/use-count.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { LazyOwnActions } from '../declared/public.ts'
import { LazyCreateMessage } from '../messages/public.ts'
import { useTimeline } from '../timeline/public.ts'
import { isWebLink } from './IncidentTeam.tsx'
import classes from './incident-header.module.css'
import { useTeam } from './use-incident.ts'

/** Links and actions for an incident; each action is shown only to people with the right for it. */
export function IncidentActions({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation(['incident', 'shell'])
  const { issue_tracker_link } = useSettings()
  const { data: team } = useTeam(incident.jiraId)
  const channel = team?.slack_info.channel_url
  const may = useMay()
  const { write } = useSearchParams()
  const isOwn = isOwnIncident(incident.jiraId)
  return (
    <div className={classes.actions}>
      <WhoWasTold jiraId={incident.jiraId} />
      {isWebLink(channel) && (
        <IconLink address={channel} label={t('header.channel', { name: team?.slack_info.channel ?? '' })}>
          <IconHash size={16} aria-hidden />
        </IconLink>
      )}
      {isOwn ? (
        may(declaring) && (
          <Suspense fallback={null}>
            <LazyOwnActions
              jiraId={incident.jiraId}
              isInternal={incident.isInternal === 'Y'}
              onRestored={() => write({ [POST_PARAMETER]: POST_RESTORED })}
            />
          </Suspense>
        )
      ) : (
        <IconLink address={trackerLink(issue_tracker_link, incident.jiraId)} label={t('header.tracker')}>
          <IconExternalLink size={16} aria-hidden />
        </IconLink>
      )}
      <PostMessage incident={incident} />
    </div>
  )
}

function IconLink(props: { address: string; label: string; children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        component="a"
        href={props.address}
        target="_blank"
        rel="noreferrer"
        variant="default"
        size="lg"
        aria-label={`${props.label} (${t('opensNewTab')})`}
      >
        {props.children}
      </ActionIcon>
    </Tooltip>
  )
}

function WhoWasTold({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation('incident')
  const may = useMay()
  const number = useCount()
  const { data } = useTimeline(jiraId)
  if (!may(screens.deliveries)) return null
  const mails = (data ?? []).reduce(
    (sum, entry) => sum + (entry.kind === 'broadcast' ? entry.progress.sent : 0),
    0,
  )
  return (
    <Button
      component={Link}
      to="/deliveries"
      search={{ reference: jiraId } as never}
      variant="default"
      leftSection={<IconMailCheck size={16} aria-hidden />}
    >
      {t('header.whoWasTold', { number: number(mails) })}
    </Button>
  )
}

/** The URL says whether the dialog is open, so that the palette can open it too. */
function PostMessage({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation(['incident', 'shell'])
  const may = useMay()
  const { read, write } = useSearchParams()
  const isInternal = incident.isInternal === 'Y'
  if (!may(messagesOf[incident.priorityType].create)) return null
  const disabledReason =
    isInternal && !may(internalTypes)
      ? t('header.internalOnly', { action: actionNameOf(internalTypes) })
      : undefined
  const asked = read(POST_PARAMETER)
  const isOpen = [POST_OPEN, POST_RESTORED].includes(asked) && disabledReason === undefined
  return (
    <>
      <DisabledButton
        disabledReason={disabledReason}
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => write({ [POST_PARAMETER]: POST_OPEN })}
      >
        {t('header.post')}
      </DisabledButton>
      {isOpen && (
        <Suspense fallback={null}>
          <LazyCreateMessage
            jiraId={incident.jiraId}
            priority={incident.priorityType}
            isInternal={isInternal}
            {...(asked === POST_RESTORED ? { messageType: RESTORED_TYPE } : {})}
            onClose={() => write({ [POST_PARAMETER]: '' })}
          />
        </Suspense>
      )}
    </>
  )
}
