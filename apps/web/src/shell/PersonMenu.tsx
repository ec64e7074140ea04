import { Button, Menu } from '@mantine/core'
import { IconDevices, IconKey, IconKeyboard, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../shared/session.ts'
import { openShortcutList } from './palette-state.ts'
import classes from './top-bar.module.css'
import { useSignOut } from './use-sign-out.ts'

/** First letters of the first two parts of a name: `ada.admin` is AA. */
const initialsOf = (name: string): string =>
  name
    .split(/[._-]+/)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('')

export function PersonMenu() {
  const { t } = useTranslation()
  const { email } = useSession()
  const name = email.split('@')[0] ?? email
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          className={classes.tool ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={
            <span className={classes.avatar} aria-hidden="true">
              {initialsOf(name)}
            </span>
          }
        >
          <span className={classes.personName}>{name}</span>
          <span className="visually-hidden"> {t('person.label', { email })}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item component={Link} to="/sessions" leftSection={<IconDevices size={16} aria-hidden />}>
          {t('person.sessions')}
        </Menu.Item>
        <Menu.Item component={Link} to="/tokens" leftSection={<IconKey size={16} aria-hidden />}>
          {t('person.tokens')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openShortcutList}>
          {t('shortcuts.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          {t('person.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
