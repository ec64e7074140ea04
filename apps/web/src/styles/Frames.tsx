import { Button } from '@mantine/core'
import { useState } from 'react'
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx'
import { ConfirmDelete } from '../ui/ConfirmDelete.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { LastRefresh } from '../ui/LastRefresh.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { EmptyState } from '../ui/states.tsx'
import { showToast } from '../ui/toast-store.ts'
import classes from './styles-page.module.css'

const doNothing = () => undefined
const query = { data: undefined, error: null, refetch: doNothing }
const FAILURE = 'The incidents could not be loaded'

/** What a panel shows while loading, after a failure, or without content. */
export function States() {
  return (
    <Panel title="States" aside={<LastRefresh at={SHOWN_AT} />}>
      <h3>Loaded: while loading, failed, loaded</h3>
      <Loaded query={query} failure={FAILURE} loading="Loading the incidents" rows={3} />
      <Loaded
        query={{ ...query, error: new Error('The server does not answer') }}
        failure={FAILURE}
        loading="Loading the incidents"
        rows={3}
      />
      <Loaded query={{ ...query, data: 4 }} failure={FAILURE} loading="Loading the incidents" rows={3}>
        {(count) => <p>{count} open incidents</p>}
      </Loaded>
      <h3>EmptyState</h3>
      <EmptyState title="Nobody has been told of this incident yet">
        <Button variant="default">Post message</Button>
      </EmptyState>
      <h3>ChangedMeanwhile</h3>
      <ChangedMeanwhile
        message="Ada Admin has changed this template meanwhile"
        edit={{
          takeTheirs: doNothing,
          keepMine: doNothing,
          theirChanges: () => [
            { key: 'name', name: 'Name', theirs: 'Outage', mine: 'Outage of a service' },
            { key: 'subject', name: 'Subject', theirs: 'We are on it', mine: undefined },
          ],
        }}
      />
    </Panel>
  )
}

/** Time of the last refresh, long enough ago to be shown as outdated. */
const SHOWN_AT = Date.UTC(2026, 10, 21, 18)

type Open = 'dialog' | 'dirty' | 'wide' | 'confirm' | 'panel'

export function Dialogs() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Panel title="Dialogs and toasts">
      <div className={classes.row}>
        <Button variant="default" onClick={() => setOpen('dialog')}>
          Open a dialog
        </Button>
        <Button variant="default" onClick={() => setOpen('dirty')}>
          Open a dialog that asks before it closes
        </Button>
        <Button variant="default" onClick={() => setOpen('wide')}>
          Open a wide dialog
        </Button>
        <Button variant="default" onClick={() => setOpen('confirm')}>
          Open a confirmation
        </Button>
        <Button variant="default" onClick={() => setOpen('panel')}>
          Open a side panel
        </Button>
      </div>
      <div className={classes.row}>
        <Button variant="default" onClick={() => showToast({ kind: 'success', message: 'Saved' })}>
          Show a toast
        </Button>
        <Button variant="default" onClick={() => showToast(NOTE)}>
          Show a toast with a note
        </Button>
        <Button variant="default" onClick={() => showToast(ERROR)}>
          Show an error
        </Button>
      </div>
      <h3>Notice</h3>
      <div className={classes.row}>
        <Notice>
          <p>
            <strong>Sealed: 5,000, waiting: 2</strong>
          </p>
        </Notice>
        <Notice isDanger>
          <p>
            <strong>198 people have this text by mail</strong> · EXTERNAL
          </p>
        </Notice>
      </div>
      {open === 'confirm' && (
        <ConfirmDelete what="Template “Outage”" isBusy={false} onConfirm={close} onClose={close} />
      )}
      {open === 'panel' && (
        <SidePanel title="Mail to sue.subscriber@acme.example" onClose={close}>
          <p>The details of a row.</p>
        </SidePanel>
      )}
      {open && open !== 'confirm' && open !== 'panel' && (
        <Dialog
          title="Create template"
          size={open === 'wide' ? 'wide' : 'md'}
          isDirty={open === 'dirty'}
          onClose={close}
        >
          {(cancel) => (
            <DialogForm
              submit="Save"
              reason={open === 'dialog' ? 'Type a name' : undefined}
              isBusy={false}
              onCancel={cancel}
              onSubmit={close}
            >
              <p>The fields of the form.</p>
            </DialogForm>
          )}
        </Dialog>
      )}
    </Panel>
  )
}

const NOTE = { kind: 'success', message: 'Saved', note: 'Two of the names are unknown' } as const
const ERROR = {
  kind: 'error',
  message: 'The template could not be saved',
  reason: 'The server does not answer',
  requestId: 'request-1',
} as const
