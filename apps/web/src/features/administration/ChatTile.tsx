import { type ChatAccount, createChatCode, deleteChatAccount } from '@aviary/contract/chat/endpoints'
import { MOST_CHAT_ACCOUNTS } from '@aviary/contract/chat/rules'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { RowTime } from '../../ui/Time.tsx'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { ChatCodeDialog } from './ChatCodeDialog.tsx'
import { Tile } from './Tile.tsx'
import { useChatAccounts, useSlackOn } from './use-administration.ts'

const CHATS = { slack: 'Slack' }
const BY_NAME = { key: 'account', isDescending: false }
const textOf = ({ name, chat, team }: ChatAccount) => [name, CHATS[chat], team].join(' ')
const idOf = ({ account_id }: ChatAccount) => String(account_id)
/** One link of an account: the account keeps its id when it is linked once more. */
const linkOf = ({ account_id, linked_date }: ChatAccount) => `${account_id} ${linked_date}`

/** The chat accounts that act as the signed-in person, if this installation has a chat or had one. */
export function ChatTile() {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const accounts = useChatAccounts()
  const isSlackOn = useSlackOn()
  const unlink = useWrite(bodyTo(deleteChatAccount), {
    topics: ['rights'],
    done: t('toast.chat.ended'),
    failed: t('toast.chat.endFailed'),
  })
  // Without a connection it fails at once: a dialog that waits for the connection would not say why.
  const code = useWrite(bodyTo(createChatCode), { topics: [], networkMode: 'always' })
  /** The links that there were when the dialog opened; undefined while it is closed. */
  const [before, setBefore] = useState<readonly string[]>()
  const columns = useColumns()
  const { mutate: end, isPending: isEnding } = unlink
  const actions = useMemo(
    (): RowActions<ChatAccount> => ({
      title: t('list.actions'),
      singleWidth: '12rem',
      nameOf: ({ name }) => name,
      of: ({ account_id }) => [
        {
          label: t('chat.end'),
          disabledReason: offline,
          run: () => isEnding || end({ account_id }),
        },
      ],
    }),
    [t, offline, end, isEnding],
  )
  const { data = [], isFetched } = accounts
  // A first load that failed shows its error, also while it is tried again.
  const isShown = isSlackOn.data === undefined ? isFetched : isSlackOn.data || data.length > 0
  if (!isShown) return null
  const isFull = data.length >= MOST_CHAT_ACCOUNTS
  const start = () => {
    if (before) return
    setBefore(data.map(linkOf))
    code.mutate({})
  }
  return (
    <>
      <Tile
        name="chats"
        rows={accounts}
        columns={columns}
        rowId={idOf}
        initialSort={BY_NAME}
        textOf={textOf}
        actions={actions}
        note={t('chats.help')}
        add={
          isSlackOn.data
            ? {
                text: t('chats.add'),
                disabledReason:
                  offline ?? (isFull ? t('chats.full', { most: MOST_CHAT_ACCOUNTS }) : undefined),
                run: start,
              }
            : undefined
        }
      />
      {before && (
        <ChatCodeDialog
          code={{ data: code.data?.code, error: code.error, refetch: () => code.mutate({}) }}
          linked={data.find((account) => !before.includes(linkOf(account)))}
          onClose={() => {
            setBefore(undefined)
            code.reset()
          }}
        />
      )}
    </>
  )
}

function useColumns(): readonly Column<ChatAccount>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        key: 'account',
        title: t('field.account'),
        card: 'title',
        value: ({ name }) => name,
        render: ({ name, chat }) => (
          <>
            {name} <span className="muted">{CHATS[chat]}</span>
          </>
        ),
      },
      { key: 'team', title: t('field.workspace'), width: '14rem', value: ({ team }) => team },
      {
        key: 'linked',
        title: t('field.linked'),
        width: TIME_WIDTH,
        value: ({ linked_date }) => linked_date,
        render: ({ linked_date }) => <RowTime at={linked_date} />,
      },
      {
        key: 'expires',
        title: t('field.expires'),
        width: TIME_WIDTH,
        value: ({ expires_date }) => expires_date,
        render: ({ expires_date }) => <RowTime at={expires_date} />,
      },
    ],
    [t],
  )
}
