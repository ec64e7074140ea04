import { updateOnStatusPage } from '@aviary/contract/incidents/endpoints'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { messagesOf } from '@aviary/contract/messages/rules'
import { toYesNo, type YesNo } from '@aviary/contract/rules'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { useSettings } from '../../shared/settings.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import classes from './on-status-page.module.css'

/** Whether the status page may show the incident; undefined if there is no such page, or it never shows it. */
export function useOnStatusPage({ isInternal, is_on_status_page }: IncidentDetail): boolean | undefined {
  const { status_page } = useSettings()
  return status_page && isInternal === 'N' ? is_on_status_page !== 'N' : undefined
}

/** Says whether the status page may show an incident, with a link to the page if it may. */
export function OnStatusPage({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation(['incident', 'shell'])
  const { status_page } = useSettings()
  if (!isShown) return t('onStatusPage.keptOff')
  return (
    <a href={status_page ?? ''} target="_blank" rel="noreferrer">
      {t('onStatusPage.shown')} <span className="visually-hidden">({t('shell:opensNewTab')})</span>
    </a>
  )
}

type ChangeProps = { incident: IncidentDetail; isShown: boolean }

/** Keeps an incident off the status page, or shows it again; only for those who may post on it. */
export function ChangeOnStatusPage({ incident: { jiraId, priorityType }, isShown }: ChangeProps) {
  const { t } = useTranslation('incident')
  const may = useMay()
  // Kept while the dialog is open: somebody else's change must not turn the question round.
  const [asked, setAsked] = useState<YesNo>()
  if (!may(messagesOf[priorityType].create)) return null
  return (
    <>
      <Button
        className={classes.change ?? ''}
        variant="default"
        size="compact-sm"
        onClick={() => setAsked(toYesNo(!isShown))}
      >
        {t(isShown ? 'onStatusPage.keepOff' : 'onStatusPage.show')}
      </Button>
      {asked && <Question jiraId={jiraId} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Question({ jiraId: id, asked, onClose }: { jiraId: string; asked: YesNo; onClose: () => void }) {
  const { t } = useTranslation('incident')
  const offline = useOfflineReason()
  const texts =
    asked === 'Y'
      ? {
          title: t('onStatusPage.showTitle', { id }),
          help: t('onStatusPage.showHelp'),
          submit: t('onStatusPage.show'),
          done: t('onStatusPage.shownDone', { id }),
        }
      : {
          title: t('onStatusPage.keepOffTitle', { id }),
          help: t('onStatusPage.keepOffHelp'),
          submit: t('onStatusPage.keepOff'),
          done: t('onStatusPage.keptOffDone', { id }),
        }
  const update = useWrite(bodyTo(updateOnStatusPage), {
    topics: ['incidents'],
    done: texts.done,
    failed: t('onStatusPage.failed'),
    onDone: onClose,
  })
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {(close) => (
        <DialogForm
          needsPress
          submit={texts.submit}
          reason={offline}
          isBusy={update.isPending}
          onCancel={close}
          onSubmit={() => update.mutate({ jira_id: id, is_on_status_page: asked })}
        >
          <p>{texts.help}</p>
        </DialogForm>
      )}
    </Dialog>
  )
}
