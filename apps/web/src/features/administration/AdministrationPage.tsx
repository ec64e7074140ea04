import { ACTIONS } from '@aviary/contract/actions'
import { useTranslation } from 'react-i18next'
import { useMay, useSession } from '../../shared/session.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ActionTile } from './ActionTile.tsx'
import classes from './administration.module.css'
import { GroupTile } from './GroupTile.tsx'
import { RoleTile } from './RoleTile.tsx'
import { SessionTile } from './SessionTile.tsx'
import { TokenTile } from './TokenTile.tsx'
import { UserTile } from './UserTile.tsx'

const ACTIONS_OF_TILES = {
  users: ACTIONS.view_admin_users_tile,
  roles: ACTIONS.view_admin_roles_tile,
  actions: ACTIONS.view_admin_actions_tile,
}

/** Users, roles and actions, each for who may see it (spec 3 §2); groups, tokens and all sessions for administrators. */
export function AdministrationPage() {
  const { t } = useTranslation('administration')
  const may = useMay()
  const { authorization } = useSession()
  const hasTile =
    may('view_admin_users_tile') || may('view_admin_roles_tile') || may('view_admin_actions_tile')
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.tiles}>
        {may('view_admin_users_tile') && <UserTile />}
        {may('view_admin_roles_tile') && <RoleTile />}
        {may('view_admin_actions_tile') && <ActionTile />}
        {authorization.is_admin && <GroupTile />}
        {authorization.is_admin && <TokenTile />}
        {authorization.is_admin && <SessionTile whose="all" />}
      </div>
      {!hasTile && <EmptyState title={t('noTile', ACTIONS_OF_TILES)} />}
    </>
  )
}
