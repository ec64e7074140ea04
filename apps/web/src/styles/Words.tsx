import { SEVERITIES } from '@aviary/contract/status/rules'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SeverityWord } from '../features/incidents/public.ts'
import { ChipRow } from '../ui/ChipRow.tsx'
import { ChoiceChip } from '../ui/ChoiceChip.tsx'
import { FilterChip } from '../ui/FilterChip.tsx'
import { InternalMark } from '../ui/InternalMark.tsx'
import { Panel } from '../ui/Panel.tsx'
import { StatusIcon } from '../ui/StatusIcon.tsx'
import { Tag } from '../ui/Tag.tsx'
import { Term } from '../ui/Term.tsx'
import { TestMark } from '../ui/TestMark.tsx'
import classes from './styles-page.module.css'

const STATUSES = ['NA', ...SEVERITIES] as const

export function Words() {
  const [isPressed, setPressed] = useState(true)
  return (
    <Panel title="Words and marks">
      <h3>StatusIcon: small, usual, large</h3>
      {(['small', undefined, 'large'] as const).map((size) => (
        <div key={size ?? 'usual'} className={classes.row}>
          {STATUSES.map((status) => (
            <span key={status}>
              <StatusIcon status={status} {...(size && { size })} /> {status}
            </span>
          ))}
        </div>
      ))}
      <h3>SeverityWord</h3>
      <div className={classes.row}>
        {SEVERITIES.map((severity) => (
          <SeverityWord key={severity} severity={severity} />
        ))}
      </div>
      <h3>Tag, plain and in the colours of a status</h3>
      <div className={classes.row}>
        <Tag>P1</Tag>
        <Tag>External</Tag>
        <Tag isDanger>Not Started</Tag>
        {STATUSES.map((status) => (
          <Tag key={status} status={status}>
            {status}
          </Tag>
        ))}
      </div>
      <h3>InternalMark, TestMark</h3>
      <div className={classes.row}>
        <InternalMark />
        <TestMark />
      </div>
      <h3>FilterChip: on or off, on, off, without a count</h3>
      <div className={classes.row}>
        <FilterChip isPressed={isPressed} count={12} onClick={() => setPressed(!isPressed)}>
          Messages
        </FilterChip>
        <FilterChip isPressed count={1_234} onClick={doNothing}>
          Broadcasts
        </FilterChip>
        <FilterChip isPressed={false} count={0} onClick={doNothing}>
          Status
        </FilterChip>
        <FilterChip isPressed={false} onClick={doNothing}>
          Hide internal
        </FilterChip>
      </div>
      <h3>ChipRow: ChoiceChip off, on and with a fault, a chip without a state, at the end a FilterChip</h3>
      <ChipRow
        label="Filters"
        end={
          <FilterChip isPressed={false} onClick={doNothing}>
            Internal too
          </FilterChip>
        }
      >
        <ChoiceChip label="State" chosen={undefined}>
          <Checkbox label="failed" />
        </ChoiceChip>
        <ChoiceChip label="Company" chosen="Acme Corporation Japan K.K.">
          <TextInput label="Company" />
        </ChoiceChip>
        <ChoiceChip label="Number" chosen="0" fault="Enter a number greater than 0">
          <TextInput label="Number" error="Enter a number greater than 0" />
        </ChoiceChip>
        <FilterChip onClick={doNothing}>Reset</FilterChip>
      </ChipRow>
      <h3>Term</h3>
      <div className={classes.row}>
        {(['opi', 'ci', 'dora', 'comm'] as const).map((name) => (
          <Term key={name} name={name}>
            {name}
          </Term>
        ))}
      </div>
    </Panel>
  )
}

const doNothing = () => undefined
