import '@mantine/core/styles/Button.css'
import { signOut } from '@aviary/contract/session/endpoints'
import { Button, Menu } from '@mantine/core'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../shared/api.ts'
import { useSession } from '../shared/session.ts'
import { tellError } from '../shared/toasts.ts'

export function PersonMenu() {
  const { t } = useTranslation()
  const { email } = useSession()
  const leave = async () => {
    try {
      const { next } = await call(signOut, { body: {} })
      window.location.assign(next)
    } catch (error) {
      tellError(t('toast.signOut'), error)
    }
  }
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
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
          {t('person.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
