import { listGroupMappings } from '@aviary/contract/administration/endpoints'
import { administrationTiles as tiles } from '@aviary/contract/administration/rules'
import { listServiceTokens } from '@aviary/contract/administration/service-token-endpoints'
import { actionNameOf } from '@aviary/contract/rights'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useSession } from '../../shared/session.ts'
import { InOrder } from '../../ui/InOrder.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ActionTile } from './ActionTile.tsx'
import { AdministrationFrame } from './AdministrationFrame.tsx'
import classes from './administration.module.css'
import { GroupTile } from './GroupTile.tsx'
import { RoleTile } from './RoleTile.tsx'
import { SessionTile } from './SessionTile.tsx'
import { TokenTile } from './TokenTile.tsx'
import { UserTile } from './UserTile.tsx'

const ACTIONS_OF_TILES = {
  users: actionNameOf(tiles.users),
  roles: actionNameOf(tiles.roles),
  actions: actionNameOf(tiles.actions),
}

/**
 * Lists of users, roles and actions, each with its own permission (spec 3 §2); administrators also see group
 * mappings, tokens and all sessions.
 */
export function AdministrationPage() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const isAddressed = useLocation({ select: ({ hash }) => hash !== '' })
  const { authorization } = useSession()
  const hasTile = may(tiles.users) || may(tiles.roles) || may(tiles.actions)
  return (
    <AdministrationFrame>
      <PageHeader title={t('title')} />
      <InOrder className={classes.tiles} isAtOnce={isAddressed}>
        {may(tiles.users) && <UserTile />}
        {may(tiles.roles) && <RoleTile />}
        {may(tiles.actions) && <ActionTile />}
        {may(listGroupMappings) && <GroupTile />}
        {may(listServiceTokens) && <TokenTile />}
        {authorization.is_admin && <SessionTile whose="all" />}
      </InOrder>
      {!hasTile && <EmptyState title={t('noTile', ACTIONS_OF_TILES)} />}
    </AdministrationFrame>
  )
}
