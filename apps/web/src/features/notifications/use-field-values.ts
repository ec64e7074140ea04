import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { bodyPreview } from '@aviary/contract/messages/body'
import { bodyFromText } from '@aviary/contract/messages/typed-body'
import { isOpenType } from '@aviary/contract/notifications/rules'
import { useTranslation } from 'react-i18next'
import { instantIn, type PacificTime } from '../../shared/time/pacific-time.ts'
import { exactTime } from '../../shared/time/words.ts'
import { useTypeLabel } from '../../shared/use-type-label.ts'
import { type FormValues, hasSendTime } from './notification-form.ts'

/** Characters of a body shown in the confirmation. */
const BODY_SHOWN = 1_000

type Field = 'type' | 'title' | 'body' | 'bodyJa' | 'start' | 'end' | 'broadcast' | 'subject' | 'sendTime'
type FieldValue = { key: Field; name: string; value: string }

/** The form's values for display: only the fields of its type and broadcast, with times in Pacific time and UTC. */
export function useFieldValues(): (values: FormValues) => FieldValue[] {
  const { t, i18n } = useTranslation('notifications')
  const typeLabel = useTypeLabel()
  const time = (value: PacificTime) => {
    const instant = instantIn(value)
    return instant === undefined
      ? value.wall
      : `${exactTime(instant, i18n.language, PACIFIC)} · ${exactTime(instant, i18n.language)}`
  }
  return (values) => {
    const isOpen = isOpenType(values.type)
    const rows: ([Field, string] | false)[] = [
      ['type', typeLabel(values.type)],
      ['title', values.title],
      ['body', bodyPreview(bodyFromText(values.body), BODY_SHOWN)],
      ['bodyJa', bodyPreview(bodyFromText(values.bodyJa), BODY_SHOWN)],
      isOpen && ['start', time(values.start)],
      isOpen && ['end', time(values.end)],
      ['broadcast', values.broadcast && t(values.broadcast === 'Y' ? 'form.yes' : 'form.no')],
      (!isOpen || values.broadcast === 'Y') && ['subject', values.subject],
      hasSendTime(values) && ['sendTime', time(values.sendTime)],
    ]
    return rows.filter((row) => row !== false).map(([key, value]) => ({ key, name: t(`form.${key}`), value }))
  }
}
