import { NEXT_UPDATE_MAX_DAYS, RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { findNextUpdateFault } from '@aviary/contract/messages/rules'
import { putOffUpdate } from '@aviary/contract/reminders/endpoints'
import { LONGEST_PUT_OFF_NOTE, PUT_OFF_MINUTES } from '@aviary/contract/reminders/rules'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { nowMs, useNow } from '../../shared/time/clock.ts'
import { toInstant, toWallTime } from '../../shared/time/utc-text.ts'
import { exactTime, relativeTime } from '../../shared/time/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { UtcTimeField } from '../../ui/UtcTimeField.tsx'
import classes from './put-off.module.css'

const MINUTE_MS = 60_000
const FIRST_CHOICE_MS = 30 * MINUTE_MS

/** The whole minute from this time on, as a field has it. */
const toWall = (time: number): string => toWallTime(Math.ceil(time / MINUTE_MS) * MINUTE_MS)

type PutOffProps = { jiraId: string; promised: string; onClose: () => void }

/** Asks until when the promised update of an incident is put off. */
export function PutOff({ jiraId, promised, onClose }: PutOffProps) {
  const { t, i18n } = useTranslation('incident')
  const offline = useOfflineReason()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  // The promise at the opening: after somebody else's change the server refuses.
  const [seen] = useState(promised)
  const [first] = useState(() => toWall(Math.max(nowMs(), Date.parse(seen)) + FIRST_CHOICE_MS))
  const [time, setTime] = useState(first)
  const [note, setNote] = useState('')
  const putOff = useWrite(bodyTo(putOffUpdate), {
    topics: ['incidents'],
    done: t('putOff.done', { id: jiraId }),
    failed: t('putOff.failed'),
    onDone: onClose,
  })
  const due = toInstant(time)
  const isPossible = due !== null && due > seen && findNextUpdateFault(Date.parse(due), now) === undefined
  const fault = isPossible ? undefined : t('putOff.fault', { days: NEXT_UPDATE_MAX_DAYS })
  return (
    <Dialog
      title={t('putOff.title', { id: jiraId })}
      isDirty={time !== first || note !== ''}
      onClose={onClose}
    >
      {(close) => (
        <DialogForm
          submit={t('putOff.submit')}
          reason={offline ?? fault}
          isBusy={putOff.isPending}
          onCancel={close}
          onSubmit={() =>
            due && putOff.mutate({ jira_id: jiraId, promised: seen, next_update_due: due, note: note.trim() })
          }
        >
          <p>{t('putOff.help', { time: exactTime(Date.parse(seen), i18n.language) })}</p>
          <UtcTimeField
            data-autofocus
            label={t('putOff.due')}
            value={time}
            error={fault}
            onChange={setTime}
          />
          <div className={classes.choices}>
            {PUT_OFF_MINUTES.map((minutes) => minutes * MINUTE_MS)
              .filter((ms) => now + ms > Date.parse(seen))
              .map((ms) => (
                <Button
                  key={ms}
                  variant="default"
                  size="compact-sm"
                  onClick={() => setTime(toWall(nowMs() + ms))}
                >
                  {relativeTime(ms, 0, i18n.language)}
                </Button>
              ))}
          </div>
          <TextInput
            label={t('putOff.note')}
            maxLength={LONGEST_PUT_OFF_NOTE}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
