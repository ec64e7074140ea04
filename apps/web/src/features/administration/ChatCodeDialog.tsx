import type { ChatAccount } from '@aviary/contract/chat/endpoints'
import { CHAT_CODE_MINUTES } from '@aviary/contract/chat/rules'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { QueryState } from '../../shared/query-state.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { OneTimeSecret } from '../../ui/OneTimeSecret.tsx'
import classes from './administration.module.css'

type ChatCodeDialogProps = {
  /** The code, once it is made; `refetch` makes another one. */
  code: QueryState<string>
  /** The account that was linked since the dialog opened. */
  linked: ChatAccount | undefined
  onClose: () => void
}

/** Shows the command that links the chat account which sends it, and says when that has happened. */
export function ChatCodeDialog({ code, linked, onClose }: ChatCodeDialogProps) {
  const { t } = useTranslation('administration')
  const words = {
    help: t('chat.send', { minutes: CHAT_CODE_MINUTES }),
    copy: t('token.copy'),
    copied: t('token.copied'),
    copyFailed: t('chat.copyFailed'),
  }
  return (
    <Dialog title={t('chats.add')} onClose={onClose}>
      <Loaded query={code} failure={t('chat.codeError')} loading={t('loading', { ns: 'shell' })} rows={3}>
        {(text) => (
          <div className={classes.secret}>
            <OneTimeSecret secret={`/aviary link ${text}`} words={words} />
            <p role="status">{linked ? t('chat.linked', { name: linked.name }) : t('chat.waiting')}</p>
          </div>
        )}
      </Loaded>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('chat.done')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
