import { revokeServiceToken } from '@aviary/contract/administration/endpoints'
import { TOKEN_WARNS_DAYS } from '@aviary/contract/administration/rules'
import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { EntityTile } from './EntityTile.tsx'
import { RotateToken } from './RotateToken.tsx'
import { TokenForm } from './TokenForm.tsx'
import { useServiceTokens } from './use-administration.ts'

const BY_NAME = { key: 'name', isDescending: false }
const textOf = ({ name, hint, created_by, scopes }: ServiceTokenInfo) =>
  [name, hint, created_by, ...scopes].join(' ')

const nameOf = ({ name }: ServiceTokenInfo) => name
const idOf = ({ token_id }: ServiceTokenInfo) => token_id
const DELETION = { endpoint: revokeServiceToken, bodyOf: ({ token_id }: ServiceTokenInfo) => ({ token_id }) }

/** Tokens for calls by other systems; for administrators. */
export function TokenTile() {
  const { t } = useTranslation('administration')
  const tokens = useServiceTokens()
  const disabledReasonOf = useCallback(
    ({ revoked_date }: ServiceTokenInfo) => (revoked_date ? t('token.isRevoked') : undefined),
    [t],
  )
  const offline = useOfflineReason()
  const [rotated, setRotated] = useState<ServiceTokenInfo>()
  const more = useCallback(
    (token: ServiceTokenInfo) => [
      {
        label: t('token.rotate'),
        disabledReason: offline ?? disabledReasonOf(token),
        run: () => setRotated(token),
      },
    ],
    [t, offline, disabledReasonOf],
  )
  return (
    <>
      <EntityTile
        entity="token"
        rows={tokens}
        columns={useColumns()}
        idOf={idOf}
        nameOf={nameOf}
        textOf={textOf}
        initialSort={BY_NAME}
        disabledReasonOf={disabledReasonOf}
        deletion={DELETION}
        more={more}
        form={(props) => <TokenForm {...props} tokens={tokens.data ?? []} />}
      />
      {rotated && <RotateToken token={rotated} onClose={() => setRotated(undefined)} />}
    </>
  )
}

const WARNS_MS = TOKEN_WARNS_DAYS * 24 * 60 * 60_000

function stateOf({
  revoked_date,
  expires_date,
}: ServiceTokenInfo): 'revoked' | 'expired' | 'ending' | 'live' {
  if (revoked_date) return 'revoked'
  const left = expires_date === null ? Number.POSITIVE_INFINITY : Date.parse(expires_date) - nowMs()
  if (left <= 0) return 'expired'
  return left <= WARNS_MS ? 'ending' : 'live'
}

function useColumns(): readonly Column<ServiceTokenInfo>[] {
  const { t } = useTranslation('administration')
  return useMemo(() => {
    const time = (at: string | null) => (at ? <RowTime at={at} /> : t('never'))
    return [
      { key: 'name', title: t('field.tokenName'), width: '11rem', card: 'title', value: ({ name }) => name },
      {
        key: 'hint',
        title: t('field.tokenHint'),
        width: '6.5rem',
        value: ({ hint }) => (hint === null ? null : `avs_…${hint}`),
      },
      { key: 'scopes', title: t('field.scopes'), value: ({ scopes }) => scopes.join(', ') },
      {
        key: 'state',
        title: t('field.state'),
        width: '6rem',
        card: 'tag',
        value: (token) => t(`token.state.${stateOf(token)}`),
      },
      {
        key: 'created',
        title: t('field.created'),
        width: TIME_WIDTH,
        value: ({ created_date }) => created_date,
        render: ({ created_date }) => <RowTime at={created_date} />,
      },
      { key: 'by', title: t('field.createdBy'), width: '11rem', value: ({ created_by }) => created_by },
      {
        key: 'expires',
        title: t('field.expires'),
        width: TIME_WIDTH,
        value: ({ expires_date }) => expires_date,
        render: ({ expires_date }) => time(expires_date),
      },
      {
        key: 'used',
        title: t('field.lastUsed'),
        width: TIME_WIDTH,
        value: ({ last_used_date }) => last_used_date,
        render: ({ last_used_date }) => time(last_used_date),
      },
    ]
  }, [t])
}
