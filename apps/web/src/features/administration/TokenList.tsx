import {
  revokePersonalToken,
  rotatePersonalToken,
} from '@aviary/contract/administration/personal-token-endpoints'
import { PERSONAL_TOKEN_SIGN_IN_DAYS, TOKEN_WARNS_DAYS } from '@aviary/contract/administration/rules'
import type { ServiceTokenInfo } from '@aviary/contract/administration/schemas'
import {
  revokeServiceToken,
  rotateServiceToken,
} from '@aviary/contract/administration/service-token-endpoints'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { nowMs } from '../../shared/time/clock.ts'
import type { RecordAction } from '../../ui/records/use-row-actions.ts'
import { RowTime } from '../../ui/Time.tsx'
import { type Column, TIME_WIDTH } from '../../ui/table/table-column.ts'
import { EntityTile, type EntityTileProps } from './EntityTile.tsx'
import { RotateToken } from './RotateToken.tsx'

type TokenEntity = 'token' | 'ownToken'
type TokenListProps = Pick<
  EntityTileProps<ServiceTokenInfo, typeof revokeServiceToken>,
  'rows' | 'needs' | 'form' | 'note'
> & { entity: TokenEntity }

const bodyOf = ({ token_id }: ServiceTokenInfo) => ({ token_id })

const LISTS = {
  token: {
    deletion: { endpoint: revokeServiceToken, bodyOf },
    rotate: rotateServiceToken,
    /** As the audit log names it. */
    nameOf: ({ name, owner }: ServiceTokenInfo) => (owner === null ? name : `${owner}/${name}`),
  },
  ownToken: {
    deletion: { endpoint: revokePersonalToken, bodyOf },
    rotate: rotatePersonalToken,
    nameOf: ({ name }: ServiceTokenInfo) => name,
  },
}

const BY_NAME = { key: 'name', isDescending: false }
const textOf = ({ name, hint, created_by, owner, scopes }: ServiceTokenInfo) =>
  [name, hint, created_by, owner, ...scopes].join(' ')
const idOf = ({ token_id }: ServiceTokenInfo) => token_id
const ownerOf = ({ owner }: ServiceTokenInfo) => owner
const createdBy = ({ created_by }: ServiceTokenInfo) => created_by

/** Tokens of systems and of people for administrators, or the signed-in person's own. */
export function TokenList({ entity, ...props }: TokenListProps) {
  const { t } = useTranslation('administration')
  const { deletion, rotate, nameOf } = LISTS[entity]
  const disabledReasonOf = useCallback(
    ({ revoked_date, owner }: ServiceTokenInfo, action: RecordAction) => {
      if (revoked_date) return t('token.isRevoked')
      return entity === 'token' && owner !== null && action === 'edit' ? t('token.isPersonal') : undefined
    },
    [t, entity],
  )
  const offline = useOfflineReason()
  const [rotated, setRotated] = useState<ServiceTokenInfo>()
  const more = useCallback(
    (token: ServiceTokenInfo) => [
      {
        label: t('token.rotate'),
        disabledReason: offline ?? disabledReasonOf(token, 'edit'),
        run: () => setRotated(token),
      },
    ],
    [t, offline, disabledReasonOf],
  )
  return (
    <>
      <EntityTile
        {...props}
        entity={entity}
        columns={useColumns(entity)}
        idOf={idOf}
        nameOf={nameOf}
        textOf={textOf}
        initialSort={BY_NAME}
        disabledReasonOf={disabledReasonOf}
        deletion={deletion}
        more={more}
      />
      {rotated && <RotateToken token={rotated} rotate={rotate} onClose={() => setRotated(undefined)} />}
    </>
  )
}

const WARNS_MS = TOKEN_WARNS_DAYS * 24 * 60 * 60_000
const SIGN_IN_COUNTS_MS = PERSONAL_TOKEN_SIGN_IN_DAYS * 24 * 60 * 60_000

type TokenState = 'revoked' | 'expired' | 'inactive' | 'ending' | 'live'

function stateOf({ revoked_date, expires_date, owner_signed_in_date }: ServiceTokenInfo): TokenState {
  if (revoked_date) return 'revoked'
  const left = expires_date === null ? Number.POSITIVE_INFINITY : Date.parse(expires_date) - nowMs()
  if (left <= 0) return 'expired'
  if (owner_signed_in_date && nowMs() - Date.parse(owner_signed_in_date) >= SIGN_IN_COUNTS_MS)
    return 'inactive'
  return left <= WARNS_MS ? 'ending' : 'live'
}

function useColumns(entity: TokenEntity): readonly Column<ServiceTokenInfo>[] {
  const { t } = useTranslation('administration')
  return useMemo(() => {
    const time = (at: string | null) => (at ? <RowTime at={at} /> : t('never'))
    return [
      {
        key: 'name',
        title: t('field.tokenName'),
        width: '11rem',
        card: 'title',
        value: ({ name }) => name,
      },
      ...(entity === 'token'
        ? [{ key: 'owner', title: t('field.owner'), width: '11rem', value: ownerOf }]
        : []),
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
      ...(entity === 'token'
        ? [{ key: 'by', title: t('field.createdBy'), width: '11rem', value: createdBy }]
        : []),
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
  }, [t, entity])
}
