import { declaring, isOwnIncident } from '@aviary/contract/declared/rules'
import { countsDown } from '@aviary/contract/incidents/rules'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { internalTypes, messagesOf, RESTORED_TYPE } from '@aviary/contract/messages/rules'
import { actionNameOf } from '@aviary/contract/rights'
import { screens } from '@aviary/contract/screens'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconCircleCheck,
  IconClockPause,
  IconExternalLink,
  IconHash,
  IconMailCheck,
  IconPencil,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import {
  POST_OPEN,
  POST_PARAMETER,
  POST_RESTORED,
  PUT_OFF_OPEN,
  PUT_OFF_PARAMETER,
} from '../../shared/post-dialog.ts'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import { useKeyOf } from '../../shared/single-keys.ts'
import { useCount } from '../../shared/use-count.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { useTip } from '../../ui/use-tip.tsx'
import { LazyOwnActions } from '../declared/public.ts'
import { LazyCreateMessage } from '../messages/public.ts'
import { useMessages, useTimeline } from '../timeline/public.ts'
import { isWebLink } from './IncidentTeam.tsx'
import { PostMortemIcon } from './PostMortemLink.tsx'
import { PutOff } from './PutOff.tsx'
import { useTeam } from './use-incident.ts'

/** Links and actions for an incident; each action is shown only to people with the right for it. */
export function IncidentActions({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation(['incident', 'shell'])
  const { issue_tracker_link } = useSettings()
  const { data: team, isFetched } = useTeam(incident.jiraId)
  const channel = team?.slack_info.channel_url
  const may = useMay()
  const { write } = useSearchParams()
  const isOwn = isOwnIncident(incident.jiraId)
  return (
    <>
      <WhoWasTold jiraId={incident.jiraId} />
      {!isFetched && !isOwn && <ReservedIcon />}
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
        <>
          <IconLink address={trackerLink(issue_tracker_link, incident.jiraId)} label={t('header.tracker')}>
            <IconExternalLink size={16} aria-hidden />
          </IconLink>
          <ServiceRestored incident={incident} />
        </>
      )}
      {!countsDown(incident.status) && <PostMortemIcon incident={incident} />}
      <PutOffUpdate incident={incident} />
      <PostMessage incident={incident} />
    </>
  )
}

function IconLink(props: { address: string; label: string; children: React.ReactNode }) {
  const { t } = useTranslation()
  const { target, tip } = useTip<HTMLAnchorElement>(props.label)
  return (
    <>
      <ActionIcon
        {...target}
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
      {tip}
    </>
  )
}

/** Reserves the place of an icon that may appear after loading, so that the other actions do not move. */
const ReservedIcon = () => (
  <ActionIcon variant="default" size="lg" disabled style={{ visibility: 'hidden' }} aria-hidden />
)

function WhoWasTold({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation('incident')
  const may = useMay()
  const number = useCount()
  const { data } = useTimeline(jiraId)
  const keys = useKeyOf('w')
  if (!may(screens.deliveries)) return null
  const told = (data ?? []).reduce(
    (sum, entry) => sum + (entry.kind === 'broadcast' ? entry.progress.sent + entry.channels.sent : 0),
    0,
  )
  return (
    <Button
      {...keys}
      component={Link}
      to="/deliveries"
      search={{ reference: jiraId } as never}
      variant="default"
      leftSection={<IconMailCheck size={16} aria-hidden />}
    >
      {t('header.whoWasTold', { number: number(told) })}
    </Button>
  )
}

/** Whether the user may post on incidents of this priority, and why the user cannot post on this one. */
function usePosting({ priorityType, isInternal }: IncidentDetail) {
  const { t } = useTranslation('incident')
  const may = useMay()
  const isBarred = isInternal === 'Y' && !may(internalTypes)
  return {
    mayPost: may(messagesOf[priorityType].create),
    disabledReason: isBarred ? t('header.internalOnly', { action: actionNameOf(internalTypes) }) : undefined,
  }
}

/**
 * Opens the form of the message Service Restored; shown until that message is posted. An icon beside the link to
 * the tracker, where people resolve the incident; a button with text once the incident is resolved.
 */
function ServiceRestored({ incident }: { incident: IncidentDetail }) {
  const { mayPost, disabledReason } = usePosting(incident)
  const { write } = useSearchParams()
  const label = useMessageTypeName()(RESTORED_TYPE)
  const { data: messages, isFetched } = useMessages(incident.jiraId, incident.priorityType)
  const isPosted = messages?.some(({ title }) => title === RESTORED_TYPE) ?? true
  // On an internal incident only internal types can be posted.
  if (!mayPost || disabledReason !== undefined || incident.isInternal === 'Y') return null
  if (!isFetched) return <ReservedIcon />
  if (isPosted) return null
  const open = () => write({ [POST_PARAMETER]: POST_RESTORED })
  if (!countsDown(incident.status))
    return (
      <Button variant="default" leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={open}>
        {label}
      </Button>
    )
  return (
    <IconAction variant="default" size="lg" label={label} onClick={open}>
      <IconCircleCheck size={16} aria-hidden />
    </IconAction>
  )
}

/** Shown while an update is promised. The URL says whether the dialog is open, so that the notice can open it. */
function PutOffUpdate({ incident: { nextUpdateDue, ...incident } }: { incident: IncidentDetail }) {
  const { t } = useTranslation('incident')
  const { mayPost, disabledReason } = usePosting({ ...incident, nextUpdateDue })
  const { read, write } = useSearchParams()
  if (!mayPost || disabledReason !== undefined || !nextUpdateDue) return null
  return (
    <>
      <IconAction
        variant="default"
        size="lg"
        label={t('putOff.open')}
        onClick={() => write({ [PUT_OFF_PARAMETER]: PUT_OFF_OPEN })}
      >
        <IconClockPause size={16} aria-hidden />
      </IconAction>
      {read(PUT_OFF_PARAMETER) === PUT_OFF_OPEN && (
        <PutOff
          jiraId={incident.jiraId}
          promised={nextUpdateDue}
          onClose={() => write({ [PUT_OFF_PARAMETER]: '' })}
        />
      )}
    </>
  )
}

/** The URL says whether the dialog is open, so that the command palette can open the dialog too. */
function PostMessage({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation('incident')
  const { mayPost, disabledReason } = usePosting(incident)
  const { read, write } = useSearchParams()
  const keys = useKeyOf('p')
  if (!mayPost) return null
  const asked = read(POST_PARAMETER)
  const isOpen = [POST_OPEN, POST_RESTORED].includes(asked) && disabledReason === undefined
  return (
    <>
      <DisabledButton
        {...keys}
        disabledReason={disabledReason}
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => write({ [POST_PARAMETER]: POST_OPEN })}
      >
        {t('header.post')}
      </DisabledButton>
      {isOpen && (
        <Suspense fallback={null}>
          <LazyCreateMessage
            incident={incident}
            {...(asked === POST_RESTORED ? { begin: { messageType: RESTORED_TYPE } } : {})}
            onClose={() => write({ [POST_PARAMETER]: '' })}
          />
        </Suspense>
      )}
    </>
  )
}
