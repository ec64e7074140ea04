import { Button, Checkbox, MultiSelect, NativeSelect, Radio, Tabs, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PacificTime } from '../shared/time/pacific-time.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { DisabledButton } from '../ui/DisabledButton.tsx'
import { FileLink } from '../ui/FileLink.tsx'
import { FilterBox } from '../ui/FilterBox.tsx'
import { HelpedCheckbox } from '../ui/HelpedCheckbox.tsx'
import { OneTimeSecret } from '../ui/OneTimeSecret.tsx'
import { PacificTimeField } from '../ui/PacificTimeField.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PlainButton } from '../ui/PlainButton.tsx'
import { Segments } from '../ui/Segments.tsx'
import { TabList } from '../ui/TabList.tsx'
import { UtcTimeField } from '../ui/UtcTimeField.tsx'
import classes from './styles-page.module.css'

const REASON = 'You are offline'
const doNothing = () => undefined
const SECRET_WORDS = {
  help: 'Copy it now: it cannot be shown again.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser refused to copy. The text is selected: copy it by keyboard or by hand.',
}

export function Buttons() {
  return (
    <Panel title="Buttons">
      <h3>Filled, default, danger, compact, PlainButton</h3>
      <div className={classes.row}>
        <Button>Post message</Button>
        <Button variant="default">Cancel</Button>
        <Button color="danger">Send to 198, EXTERNAL</Button>
        <Button variant="default" size="compact-sm">
          Add all
        </Button>
        <PlainButton onClick={doNothing}>Try again</PlainButton>
      </div>
      <h3>DisabledButton: possible, disabled with its reason</h3>
      <div className={classes.row}>
        <DisabledButton disabledReason={undefined}>Apply</DisabledButton>
        <DisabledButton disabledReason={REASON}>Apply offline</DisabledButton>
        <DisabledButton disabledReason={REASON} variant="default" isInLongList>
          In a long list
        </DisabledButton>
      </div>
      <h3>BusyButton: possible, busy, disabled</h3>
      <div className={classes.row}>
        <BusyButton disabledReason={undefined} isBusy={false}>
          Save
        </BusyButton>
        <BusyButton disabledReason={undefined} isBusy>
          Saving
        </BusyButton>
        <BusyButton disabledReason={REASON} isBusy={false}>
          Save offline
        </BusyButton>
      </div>
      <h3>FileLink: possible, busy, disabled</h3>
      <div className={classes.row}>
        <FileLink url="/healthz" disabledReason={undefined} isBusy={false} onPress={doNothing}>
          Download CSV
        </FileLink>
        <FileLink url="/healthz" disabledReason={undefined} isBusy onPress={doNothing}>
          Download running
        </FileLink>
        <FileLink url={undefined} disabledReason="No data to export" isBusy={false} onPress={doNothing}>
          Nothing to download
        </FileLink>
      </div>
      <h3>OneTimeSecret</h3>
      <div className={classes.fields}>
        <OneTimeSecret secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" words={SECRET_WORDS} />
      </div>
    </Panel>
  )
}

export function Fields() {
  const [text, setText] = useState('Expense')
  const [chosen, setChosen] = useState(['us2'])
  const [isTicked, setTicked] = useState(true)
  const [utc, setUtc] = useState('2026-11-21T18:00')
  // This time occurs twice, because the clocks go back.
  const [pacific, setPacific] = useState<PacificTime>({ wall: '2026-11-01T01:30', offset: null })
  const [view, setView] = useState('card')
  return (
    <Panel title="Fields">
      <h3>Segments, TabList</h3>
      <div className={classes.row}>
        <Segments
          label="View"
          value={view}
          choices={[
            { value: 'card', label: 'Cards' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={setView}
        />
        <Tabs defaultValue="events">
          <TabList
            label="Lists"
            tabs={[
              { value: 'events', label: 'Events' },
              { value: 'calendar', label: 'Calendar' },
            ]}
          />
          <Tabs.Panel value="events">Events</Tabs.Panel>
          <Tabs.Panel value="calendar">Calendar</Tabs.Panel>
        </Tabs>
      </div>
      <FilterBox label="Filter by name" text={text} onChange={setText} />
      <div className={classes.fields}>
        <TextInput label="Text" placeholder="Empty" />
        <TextInput label="Compact text" size="xs" defaultValue="As in filters" />
        <TextInput label="Required text" required description="At most 80 characters" />
        <TextInput label="Text with an error" error="Type a number from 1 to 99" defaultValue="100" />
        <TextInput label="Disabled text" disabled defaultValue="Cannot be changed" />
        <Textarea label="Text of several lines" rows={3} defaultValue={'Two\nlines'} />
        <NativeSelect label="Choice" data={['Manual', 'Automated']} />
        <MultiSelect
          label="Choice of several"
          data={['us2', 'eu2', 'apj1']}
          value={chosen}
          onChange={setChosen}
        />
        <Checkbox label="Tick" defaultChecked />
        <Checkbox label="No tick" />
        <HelpedCheckbox label="Internal" help="Only staff see it" checked={isTicked} onChange={setTicked} />
        <Radio.Group label="One of two" defaultValue="INTERNAL">
          <Radio value="INTERNAL" label="INTERNAL" />
          <Radio value="EXTERNAL" label="EXTERNAL" />
        </Radio.Group>
        <UtcTimeField label="Time (UTC)" value={utc} onChange={setUtc} />
        <PacificTimeField label="Start" value={pacific} onChange={setPacific} />
      </div>
    </Panel>
  )
}
