import { ROOT_CAUSE_TITLE } from '@aviary/contract/incidents/rules'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { POST_MORTEM_TEXTS } from '@aviary/contract/post-mortems/rules'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../shared/api.ts'
import { useAuthorName } from '../../shared/author-name.ts'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useMayPost } from '../../shared/may-post.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { moveDraft } from '../../shared/saving/use-draft.ts'
import { useTrail } from '../../shared/trail.ts'
import { useCount } from '../../shared/use-count.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { FollowUps, useHasFollowUps } from '../follow-ups/public.ts'
import { useIncident } from '../incidents/public.ts'
import { LazyCreateMessage } from '../messages/public.ts'
import { Document } from './Document.tsx'
import { Exact } from './Exact.tsx'
import { editDraft, FORM_PARAMETER, reviewDraft, VERSION_PARAMETER } from './parameters.ts'
import classes from './post-mortems.module.css'
import { Reviews } from './Reviews.tsx'
import { useCreate, usePostMortem, useVersion } from './use-post-mortem.ts'
import { Versions } from './Versions.tsx'

const Form = lazyWithRetry(async () => ({ default: (await import('./PostMortemForm.tsx')).PostMortemForm }))

export function PostMortemPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return <OfIncident key={id} jiraId={id} />
}

function OfIncident({ jiraId }: { jiraId: string }) {
  const { t } = useTranslation(['post-mortem', 'incident'])
  useTrail(useMemo(() => [{ text: jiraId, to: `/details/${encodeURIComponent(jiraId)}` }], [jiraId]))
  const incident = useIncident(jiraId)
  const postMortem = usePostMortem(jiraId)
  const isUnknown = isNotFound(incident.error)
  useErrorToast(isUnknown ? null : (incident.error ?? postMortem.error), t('error'))
  if (isUnknown)
    return (
      <>
        <PageHeader title={t('incident:unknown', { id: jiraId })} />
        <Link to="/">{t('incident:toActive')}</Link>
      </>
    )
  // The server also finds an incident by the `AVI-…` id that it had before the tracker took it over.
  if (incident.data && incident.data.jiraId !== jiraId)
    return <HandedOver from={jiraId} to={incident.data.jiraId} />
  const query = incident.data ? postMortem : { ...incident, data: undefined }
  if (incident.data && postMortem.data) return <Found incident={incident.data} newest={postMortem.data} />
  return (
    <>
      <Header jiraId={jiraId} incident={incident.data} />
      <Loaded query={query} failure={t('error')} loading={t('loading')} rows={7}>
        {() => incident.data && <NoneYet incident={incident.data} />}
      </Loaded>
    </>
  )
}

/** Leads to the page of the issue; what was typed goes along. */
function HandedOver({ from, to }: { from: string; to: string }) {
  useState(() => {
    for (const draftOf of [editDraft, reviewDraft]) moveDraft(draftOf(from), draftOf(to))
  })
  return (
    <Navigate to="/details/$id/post_mortem" params={{ id: to }} search={(before: object) => before} replace />
  )
}

type HeaderProps = {
  jiraId: string
  incident: IncidentDetail | undefined
  newest?: PostMortem
  children?: React.ReactNode
}

function Header({ jiraId, incident, newest, children }: HeaderProps) {
  const { t } = useTranslation('post-mortem')
  return (
    <PageHeader
      title={
        <>
          {t('title', { id: jiraId })}
          {incident?.isInternal === 'Y' && <InternalMark />}
        </>
      }
      fact={newest && <Tag>{t(`state.${newest.state}`)}</Tag>}
    >
      {children}
    </PageHeader>
  )
}

/** What a post-mortem has. */
const PARTS = [...POST_MORTEM_TEXTS, 'timeline', 'facts', 'facts.changes_before', 'facts.told'] as const

function NoneYet({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation('post-mortem')
  const { jiraId } = incident
  const mayPost = useMayPost()(incident)
  const offline = useOfflineReason()
  const create = useCreate(jiraId)
  return (
    <Panel title={t('none', { id: jiraId })}>
      <EmptyState title={t(mayPost ? 'noneHelp' : 'noneToRead')}>
        {mayPost && (
          <BusyButton disabledReason={offline} isBusy={create.isPending} onClick={create.run}>
            {t('make')}
          </BusyButton>
        )}
        <ul className={classes.parts}>
          {PARTS.map((part) => (
            <li key={part}>{t(part)}</li>
          ))}
        </ul>
        <IncidentLink jiraId={jiraId} />
      </EmptyState>
    </Panel>
  )
}

const IncidentLink = ({ jiraId }: { jiraId: string }) => (
  <Link to="/details/$id" params={{ id: jiraId }}>
    {jiraId}
  </Link>
)

/** `newest`: the newest version; the address can name another one that is shown. */
function Found({ incident, newest }: { incident: IncidentDetail; newest: PostMortem }) {
  const { t } = useTranslation('post-mortem')
  const { read, write } = useSearchParams()
  const { jiraId } = incident
  const asked = Number(read(VERSION_PARAMETER)) || undefined
  const earlier = asked === newest.version ? undefined : asked
  const version = useVersion(jiraId, earlier)
  const hasFollowUps = useHasFollowUps()(incident)
  const mayPost = useMayPost()(incident)
  return (
    <>
      <Header jiraId={jiraId} incident={incident} newest={newest}>
        <Actions incident={incident} newest={newest} mayPost={mayPost} />
      </Header>
      <div className={classes.columns}>
        <div className={classes.main}>
          {earlier === undefined ? (
            <Shown saved={newest} />
          ) : (
            <Loaded query={version} failure={t('error')} loading={t('loading')} rows={7}>
              {(saved) => saved && <Shown saved={saved} newest={newest.version} />}
            </Loaded>
          )}
          {hasFollowUps && <FollowUps incident={incident} id="follow-ups" />}
        </div>
        <div className={classes.rail}>
          <Reviews jiraId={jiraId} newest={newest} shown={earlier ?? newest.version} mayPost={mayPost} />
          <Versions jiraId={jiraId} shown={earlier ?? newest.version} newest={newest.version} />
        </div>
      </div>
      {mayPost && read(FORM_PARAMETER) === 'edit' && (
        <Suspense fallback={null}>
          <Form newest={newest} onClose={() => write({ [FORM_PARAMETER]: '' })} />
        </Suspense>
      )}
    </>
  )
}

/** `newest`: if this is an earlier version. */
function Shown({ saved, newest }: { saved: PostMortem; newest?: number }) {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const authorName = useAuthorName()
  const { write } = useSearchParams()
  return (
    <div className={classes.sheet}>
      {newest !== undefined && (
        <Notice>
          {t('old', { number: number(saved.version), newest: number(newest) })}{' '}
          <Button variant="default" size="compact-sm" onClick={() => write({ [VERSION_PARAMETER]: '' })}>
            {t('toNewest')}
          </Button>
        </Notice>
      )}
      <p className="muted">
        <IncidentLink jiraId={saved.jira_id} /> ·{' '}
        {t('savedBy', { number: number(saved.version), who: authorName(saved.saved_by) })}{' '}
        <Exact at={saved.saved_date} />
      </p>
      {!saved.facts.is_over && <Notice>{t('isOpen')}</Notice>}
      <Document saved={saved} />
    </div>
  )
}

type ActionsProps = { incident: IncidentDetail; newest: PostMortem; mayPost: boolean }

function Actions({ incident, newest, mayPost }: ActionsProps) {
  const { t } = useTranslation('post-mortem')
  const offline = useOfflineReason()
  const { read, write } = useSearchParams()
  return (
    <>
      <Button variant="default" onClick={() => window.print()}>
        {t('print')}
      </Button>
      {mayPost && incident.isInternal === 'N' && (
        <DisabledButton
          variant="default"
          disabledReason={offline}
          onClick={() => write({ [FORM_PARAMETER]: 'tell' })}
        >
          {t('tell')}
        </DisabledButton>
      )}
      {mayPost && (
        <DisabledButton disabledReason={offline} onClick={() => write({ [FORM_PARAMETER]: 'edit' })}>
          {t('edit')}
        </DisabledButton>
      )}
      {mayPost && incident.isInternal === 'N' && read(FORM_PARAMETER) === 'tell' && (
        <Suspense fallback={null}>
          <LazyCreateMessage
            incident={incident}
            begin={toMessage(newest)}
            onClose={() => write({ [FORM_PARAMETER]: '' })}
          />
        </Suspense>
      )}
    </>
  )
}

/** What a message to customers begins with; the fields of its mail that have the same names, too. */
function toMessage({ impact, root_cause, solution, corrective_measures }: PostMortem) {
  const texts = { impact, root_cause, solution, corrective_measures }
  return {
    ...{ messageType: ROOT_CAUSE_TITLE, impact, rootCause: root_cause },
    ...{ correctiveMeasures: corrective_measures, solution },
    fields: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  }
}
