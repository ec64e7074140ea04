import { Button, Menu } from '@mantine/core'
import { IconDevices, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../shared/session.ts'
import { useSignOut } from './use-sign-out.ts'

export function PersonMenu() {
  const { t } = useTranslation()
  const { email } = useSession()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconUser size={18} aria-hidden />}>
          {email.split('@')[0]}
          <span className="visually-hidden"> {t('person.label', { email })}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item component={Link} to="/sessions" leftSection={<IconDevices size={16} aria-hidden />}>
          {t('person.sessions')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          {t('person.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
