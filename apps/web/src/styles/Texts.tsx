import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { useNow } from '../shared/time/clock.ts'
import { Address } from '../ui/Address.tsx'
import { ChangeList } from '../ui/ChangeList.tsx'
import { MessageBody } from '../ui/MessageBody.tsx'
import { Panel } from '../ui/Panel.tsx'
import { TextParts } from '../ui/TextParts.tsx'
import { ClockTime, RelativeTime, RowTime, Time, TimeWithSeconds } from '../ui/Time.tsx'

const MINUTE_MS = 60_000
const PARTS = [
  { kind: 'same', text: 'We are working on ' },
  { kind: 'removed', text: 'it' },
  { kind: 'added', text: 'the outage' },
  { kind: 'same', text: '.' },
] as const

export function Times() {
  const now = useNow(MINUTE_MS)
  const at = new Date(now - 26 * MINUTE_MS).toISOString()
  const ahead = new Date(now + 90 * MINUTE_MS).toISOString()
  return (
    <Panel title="Times">
      <dl>
        <dt>Time</dt>
        <dd>
          <Time at={at} />
        </dd>
        <dt>Time ahead, Pacific</dt>
        <dd>
          <Time at={ahead} zone={PACIFIC} />
        </dd>
        <dt>RowTime</dt>
        <dd>
          <RowTime at={at} />
        </dd>
        <dt>TimeWithSeconds</dt>
        <dd>
          <TimeWithSeconds at={at} />
        </dd>
        <dt>RelativeTime</dt>
        <dd>
          <RelativeTime at={at} />
        </dd>
        <dt>ClockTime</dt>
        <dd>
          <ClockTime at={at} />
        </dd>
        <dt>ClockTime, short</dt>
        <dd>
          <ClockTime at={at} isShort />
        </dd>
      </dl>
    </Panel>
  )
}

export function Texts() {
  return (
    <Panel title="Texts">
      <h3>ChangeList with TextParts</h3>
      <ChangeList>
        <li>
          <h4>Ada Admin changed the text</h4>
          <TextParts parts={PARTS} />
        </li>
        <li>
          <h4>Ines Incident created it</h4>
        </li>
      </ChangeList>
      <h3>Address</h3>
      <p>
        <Address text="ines.incident@acme.example" />
      </p>
      <h3>MessageBody</h3>
      <MessageBody html="<p>Expense is <strong>slow</strong> in us2.</p>" lang="en" label="Message" />
    </Panel>
  )
}
