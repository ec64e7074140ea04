import { EVENT_GROUPS, type EventGroup, groupsFor } from '@aviary/contract/channels/rules'
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChannelValues } from './channel-values.ts'
import classes from './channels.module.css'

type ChannelEventsProps = {
  values: ChannelValues
  refusal: (field: string) => string | undefined
  onChange: (changed: Partial<ChannelValues>) => void
}

/** Which events a channel gets. Those that it cannot get by its kind and audience are not offered, and stay as they are. */
export function ChannelEvents({ values, refusal, onChange }: ChannelEventsProps) {
  const { t } = useTranslation('channels')
  const offered = groupsFor(values)
  const choose = (chosen: string[]) => {
    const isKept = (group: EventGroup) => (offered.includes(group) ? chosen : values.events).includes(group)
    onChange({ events: EVENT_GROUPS.filter(isKept) })
  }
  return (
    <Checkbox.Group
      label={t('column.events')}
      description={t('events.help')}
      withAsterisk
      value={values.events.filter((group) => offered.includes(group))}
      error={refusal('events')}
      onChange={choose}
    >
      <div className={classes.events}>
        {offered.map((group) => (
          <Checkbox
            key={group}
            value={group}
            label={t(`events.group.${group}`)}
            description={t(`events.groupHelp.${group}`)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
