import { ActionIcon, Drawer } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LEADS_AWAY } from './Content.tsx'
import { setDrawerOpen, useDrawerOpen } from './drawer-state.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import classes from './top-bar.module.css'

const close = () => setDrawerOpen(false)

type NavigationDrawerProps = {
  /** Renders the navigation, which closes the drawer when a link is followed. */
  children: (close: () => void) => ReactNode
}

/** The navigation, language and theme of phones: a button and the drawer it opens. */
export function NavigationDrawer({ children }: NavigationDrawerProps) {
  const { t } = useTranslation()
  const isOpen = useDrawerOpen()
  return (
    <>
      <ActionIcon
        className={classes.burger ?? ''}
        variant="subtle"
        aria-label={t('nav.open')}
        aria-expanded={isOpen}
        onClick={() => setDrawerOpen(true)}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={close}
        title={t('nav.label')}
        size="var(--drawer)"
        attributes={{ header: { role: 'none' }, content: { [LEADS_AWAY]: true } }}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {children(close)}
        <div className={classes.drawerTools}>
          <LanguageMenu />
          <ThemeSwitch />
        </div>
      </Drawer>
    </>
  )
}
