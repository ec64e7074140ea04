import { revokeServiceToken } from '@aviary/contract/administration/endpoints'
import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { nowMs } from '../../shared/time.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Tile } from './Tile.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import { useAdministrate, useServiceTokens } from './use-administration.ts'

const BY_NAME = { key: 'name', isDescending: false }
const textOf = (token: ServiceTokenInfo) => [token.name, ...token.scopes].join(' ')

type Open = { what: 'create' } | { what: 'edit' | 'revoke'; token: ServiceTokenInfo }

/** The tokens with which other systems call; for administrators. */
export function TokenTile() {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const tokens = useServiceTokens()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const revoke = useAdministrate({
    endpoint: revokeServiceToken,
    done: t('toast.token.revoked'),
    failed: t('toast.token.revokeFailed'),
    onDone: close,
  })
  const actions = useMemo((): RowActions<ServiceTokenInfo> => {
    const button = (what: 'edit' | 'revoke', token: ServiceTokenInfo) => (
      <RowButton
        name={`${t(what)}: ${token.name}`}
        hindrance={offline ?? (token.revoked_date ? t('token.isRevoked') : undefined)}
        onClick={() => setOpen({ what, token })}
      >
        {t(what)}
      </RowButton>
    )
    return {
      title: t('list.actions'),
      width: '11rem',
      render: (token) => (
        <>
          {button('edit', token)} {button('revoke', token)}
        </>
      ),
    }
  }, [t, offline])
  return (
    <>
      <Tile
        title={t('tokens.title')}
        filterLabel={t('tokens.filter')}
        rows={tokens}
        columns={useColumns()}
        rowId={({ token_id }) => String(token_id)}
        initialSort={BY_NAME}
        textOf={textOf}
        actions={actions}
        minWidth="980px"
        add={{ text: t('tokens.add'), hindrance: offline, run: () => setOpen({ what: 'create' }) }}
      />
      {(open?.what === 'create' || open?.what === 'edit') && tokens.data && (
        <TokenDialog
          token={open.what === 'edit' ? open.token : undefined}
          tokens={tokens.data}
          onClose={close}
        />
      )}
      {open?.what === 'revoke' && (
        <ConfirmDelete
          what={open.token.name}
          words={{ question: t('token.revoke'), confirm: t('revoke') }}
          hindrance={offline}
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate({ token_id: open.token.token_id })}
          onClose={close}
        >
          <p>{t('token.revokeHelp')}</p>
        </ConfirmDelete>
      )}
    </>
  )
}

function stateOf({ revoked_date, expires_date }: ServiceTokenInfo): 'revoked' | 'expired' | 'live' {
  if (revoked_date) return 'revoked'
  return expires_date !== null && Date.parse(expires_date) <= nowMs() ? 'expired' : 'live'
}

function useColumns(): readonly Column<ServiceTokenInfo>[] {
  const { t } = useTranslation('administration')
  return useMemo(() => {
    const time = (at: string | null) => (at ? <Time at={at} /> : t('never'))
    return [
      { key: 'name', title: t('field.tokenName'), width: '11rem', value: ({ name }) => name },
      { key: 'scopes', title: t('field.scopes'), value: ({ scopes }) => scopes.join(', ') },
      {
        key: 'state',
        title: t('field.state'),
        width: '6rem',
        value: (token) => t(`token.state.${stateOf(token)}`),
      },
      {
        key: 'created',
        title: t('field.created'),
        width: '11rem',
        value: ({ created_date }) => created_date,
        render: ({ created_date }) => <Time at={created_date} />,
      },
      {
        key: 'expires',
        title: t('field.expires'),
        width: '11rem',
        value: ({ expires_date }) => expires_date,
        render: ({ expires_date }) => time(expires_date),
      },
      {
        key: 'used',
        title: t('field.lastUsed'),
        width: '11rem',
        value: ({ last_used_date }) => last_used_date,
        render: ({ last_used_date }) => time(last_used_date),
      },
    ]
  }, [t])
}
