import { JAPANESE } from '@aviary/contract/messages/body'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile, Comparison } from '../../ui/ChangedMeanwhile.tsx'
import type { useEditedNotification } from './edited-notification.ts'
import { useEntered } from './use-entered.ts'

type NotificationChangedProps = { theirs: Notification; edit: ReturnType<typeof useEditedNotification> }

/** Two people edited one notification: what is stored now beside what was typed, for the fields that changed meanwhile. */
export function NotificationChanged({ theirs, edit }: NotificationChangedProps) {
  const { t } = useTranslation('notifications')
  const entered = useEntered()
  const mine = new Map(entered(edit.values).map(({ key, value }) => [key, value]))
  const shown = (key: string, text = '') => {
    if (text === '') return t('form.noText')
    return key === 'bodyJa' ? <span lang={JAPANESE}>{text}</span> : text
  }
  const changed = entered(edit.theirs)
    .filter(({ key }) => edit.theirFields.includes(key))
    .map(({ key, name, value }) => ({
      key,
      name,
      theirs: shown(key, value),
      mine: edit.myFields.includes(key) ? shown(key, mine.get(key)) : undefined,
    }))
  return (
    <ChangedMeanwhile
      told={
        theirs.version > edit.base.version
          ? t('form.changedMeanwhile', { who: theirs.updated_by ?? '' })
          : t('form.movedMeanwhile')
      }
      onTakeTheirs={edit.takeTheirs}
      onKeepMine={edit.keepMine}
    >
      <Comparison fields={changed} />
    </ChangedMeanwhile>
  )
}
