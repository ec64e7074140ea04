import type { AdminRole, AdminUser } from '@aviary/contract/administration/schemas'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './administration.module.css'

type ProviderRolesProps = { user: AdminUser | undefined; roles: readonly AdminRole[] }

/** The roles that the sign-in provider gives a user, read only. */
export function ProviderRoles({ user, roles }: ProviderRolesProps) {
  const { t } = useTranslation('administration')
  const providerRoles = roles.filter(({ role_id }) => user?.provider_role_ids.includes(role_id))
  if (providerRoles.length === 0) return null
  return (
    <fieldset className={classes.assignment}>
      <legend>{t('field.providerRoles')}</legend>
      <ul className={classes.locked}>
        {providerRoles.map(({ role_id, display_name }) => (
          <li key={role_id}>
            <IconLock size={16} aria-hidden /> {display_name}
          </li>
        ))}
      </ul>
      <span className="muted">{t('user.providerRolesHelp')}</span>
    </fieldset>
  )
}
