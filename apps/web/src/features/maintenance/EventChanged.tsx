import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { bodyPreview } from '@aviary/contract/messages/body'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { exactTime } from '../../shared/time.ts'
import { ChangedMeanwhile, Comparison } from '../../ui/ChangedMeanwhile.tsx'
import { instantIn, type PacificTime } from '../../ui/pacific-time.ts'
import type { useEditedEvent } from './edited-event.ts'
import type { EventValues, Field, Kind } from './event-values.ts'
import { useFlagName } from './use-maintenance.ts'

type EventChangedProps = {
  kind: Kind
  /** Who saved since the edit was begun. */
  who: string | null
  edit: ReturnType<typeof useEditedEvent>
}

/** Two people edited one event: what is stored now beside what was typed, for the fields that the other person changed. */
export function EventChanged({ kind, who, edit }: EventChangedProps) {
  const { t } = useTranslation('maintenance')
  const shown = useShown(kind)
  const fields = edit.theirFields.map((field) => ({
    key: field,
    name: t(`form.${field}`),
    theirs: shown(field, edit.theirs),
    mine: edit.myFields.includes(field) ? shown(field, edit.values) : undefined,
  }))
  return (
    <ChangedMeanwhile
      told={t('form.changedMeanwhile', { who: who ?? '' })}
      onTakeTheirs={edit.takeTheirs}
      onKeepMine={edit.keepMine}
    >
      <Comparison fields={fields} />
    </ChangedMeanwhile>
  )
}

const BODY_SHOWN = 300

/** A field as people read it. */
function useShown(kind: Kind): (field: Field, values: EventValues) => string {
  const { t, i18n } = useTranslation('maintenance')
  const names = useNames()
  const flagName = useFlagName()
  const time = (value: PacificTime) => {
    const instant = instantIn(value)
    return instant === undefined ? value.wall : exactTime(instant, i18n.language, PACIFIC)
  }
  const others = kind === 'event' ? 'audience.event' : 'audience.window'
  return (field, values) => {
    if (field === 'start' || field === 'end') return time(values[field])
    if (field === 'dataCenters') return values.dataCenters.map(names.dataCenter).join(', ')
    if (field === 'flag') return values.flag === '' ? t('form.noFlag') : flagName(values.flag)
    if (field === 'isInternal') return t(values.isInternal === 'Y' ? 'audience.internal' : others)
    if (field === 'isTest') return t(values.isTest === 'Y' ? 'form.yes' : 'form.no')
    return field === 'body' ? bodyPreview(values.body, BODY_SHOWN) : values[field]
  }
}
