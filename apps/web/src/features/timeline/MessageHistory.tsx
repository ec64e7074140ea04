import type { ManagedMessage, MessageChange } from '@aviary/contract/messages/schemas'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { ChangeList } from '../../ui/ChangeList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { MessageDifference, type MessageVersion } from '../../ui/MessageDifference.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { useMessageHistory } from './use-timeline.ts'

type MessageHistoryProps = { message: ManagedMessage; onClose: () => void }

/**
 * The changes of the latest edits of a message, newest first. Compares the versions before and after each edit.
 */
export function MessageHistory({ message, onClose }: MessageHistoryProps) {
  const { t } = useTranslation('timeline')
  const query = useMessageHistory(message)
  const getAuthorName = useAuthorName()
  const typeName = useMessageTypeName()
  useErrorToast(query.error, t('toast.history'))
  const history = query.data?.history ?? []
  return (
    <Dialog title={t('history.title', { title: typeName(message.title) })} size="xl" onClose={onClose}>
      <Loaded query={query} failure={t('history.error')} loading={t('history.loading')} rows={3} />
      {query.data && history.length === 0 && <EmptyState title={t('history.none')} />}
      <ChangeList>
        {history.map((change, index) => {
          const next = history[index - 1]
          return (
            <li key={change.prev_version}>
              <h3>
                {getAuthorName(change.changed_by)} · <Time at={change.changed_date} />
              </h3>
              <MessageDifference
                before={versionBefore(change)}
                after={next ? versionBefore(next) : toVersion(message)}
                words={{ due: t('history.nextUpdateDue'), noDue: t('history.noTime') }}
              />
            </li>
          )
        })}
      </ChangeList>
      {query.data?.more_results && <p className="muted">{t('history.more')}</p>}
    </Dialog>
  )
}

const toVersion = ({ message_type, body, next_update_due }: ManagedMessage): MessageVersion => ({
  type: message_type,
  body,
  nextUpdateDue: next_update_due,
})

const versionBefore = (change: MessageChange): MessageVersion => ({
  type: change.prev_message_type,
  body: change.prev_body,
  nextUpdateDue: change.prev_next_update_due,
})
