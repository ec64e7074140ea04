import { type Channel, deleteChannel } from '@aviary/contract/channels/endpoints'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { useSession } from '../../shared/session.ts'
import { localesQuery } from '../../shared/settings.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { OpenRecord } from '../../ui/records/OpenRecord.tsx'
import { useSubscriptions } from '../subscriptions/public.ts'
import { ChannelForm } from './ChannelForm.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { ResumeDialog } from './ResumeDialog.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { TestAnswer } from './TestAnswer.tsx'
import type { ChannelRecords } from './use-channel-records.ts'
import type { Test } from './use-channels.ts'

const DELETION = {
  endpoint: deleteChannel,
  paramsOf: ({ channel_id }: Channel) => ({ id: channel_id }),
  bodyOf: () => ({}),
}

type OpenChannelProps = ChannelRecords & { onDeleted?: () => void }

/** The open dialog of a channel: its form, the question before its deletion, or one of its actions. */
export function OpenChannel({ records, asked, test, closeAsked, onDeleted }: OpenChannelProps) {
  const { t } = useTranslation('channels')
  const offer = useSubscriptions(useSession().email)
  const locales = useQuery(localesQuery)
  const dialog = asked && { channel: asked.channel, onClose: closeAsked }
  return (
    <>
      <OpenRecord
        {...records}
        needs={[records.rows, offer, locales]}
        form={(props) =>
          offer.data && locales.data && <ChannelForm {...props} options={offer.data} locales={locales.data} />
        }
        deletion={{ ...DELETION, ...(onDeleted && { onDone: onDeleted }) }}
        deleteHelp={() => t('delete.help')}
      />
      {dialog && asked.what === 'test' && <TestDialog {...dialog} test={test} />}
      {dialog && asked.what === 'rotate' && <RotateDialog {...dialog} />}
      {dialog && asked.what === 'pause' && <PauseDialog {...dialog} />}
      {dialog && asked.what === 'resume' && <ResumeDialog {...dialog} />}
    </>
  )
}

type TestDialogProps = { channel: Channel; test: Test; onClose: () => void }

function TestDialog({ channel, test, onClose }: TestDialogProps) {
  const { t } = useTranslation('channels')
  const offline = useOfflineReason()
  return (
    <Dialog title={t('test.title', { name: channel.name })} onClose={onClose}>
      <TestAnswer test={test} kind={channel.kind} />
      <DialogFooter>
        <BusyButton
          variant="default"
          disabledReason={offline}
          isBusy={test.isPending}
          onClick={() => test.mutate(channel.channel_id)}
        >
          {t('test.again')}
        </BusyButton>
        <Button onClick={onClose} data-autofocus>
          {t('test.close')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
