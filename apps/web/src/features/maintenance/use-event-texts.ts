import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { bodyPreview } from '@aviary/contract/messages/body'
import { bodyFromText } from '@aviary/contract/messages/typed-body'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import { instantIn, type PacificTime } from '../../shared/time/pacific-time.ts'
import { exactTime } from '../../shared/time/words.ts'
import { type EventValues, FIELDS, type Field, type Kind } from './event-values.ts'
import { useFlagName } from './use-maintenance.ts'

type Texts = Record<Field, string>

/** Display names and display values of the fields of an event. */
export function useEventTexts(kind: Kind): { names: Texts; textsOf: (values: EventValues) => Texts } {
  const { t } = useTranslation('maintenance')
  const getFieldText = useFieldText(kind)
  const mapFields = (getText: (field: Field) => string) =>
    Object.fromEntries(FIELDS.map((field) => [field, getText(field)])) as Texts // FIELDS has every key
  return {
    names: mapFields((field) => t(`form.${field}`)),
    textsOf: (values) => mapFields((field) => getFieldText(field, values)),
  }
}

const BODY_SHOWN = 300

/** Formats the value of a field for display. */
function useFieldText(kind: Kind): (field: Field, values: EventValues) => string {
  const { t, i18n } = useTranslation('maintenance')
  const names = useNames()
  const flagName = useFlagName()
  const time = (value: PacificTime) => {
    const instant = instantIn(value)
    return instant === undefined ? value.wall : exactTime(instant, i18n.language, PACIFIC)
  }
  const externalKey = kind === 'event' ? 'audience.event' : 'audience.window'
  return (field, values) => {
    if (field === 'start' || field === 'end') return time(values[field])
    if (field === 'dataCenters') return values.dataCenters.map(names.dataCenter).join(', ')
    if (field === 'flag') return values.flag === '' ? t('form.noFlag') : flagName(values.flag)
    if (field === 'isInternal') return t(values.isInternal === 'Y' ? 'audience.internal' : externalKey)
    if (field === 'isTest') return t(values.isTest === 'Y' ? 'form.yes' : 'form.no')
    return field === 'body' ? bodyPreview(bodyFromText(values.body), BODY_SHOWN) : values[field]
  }
}
