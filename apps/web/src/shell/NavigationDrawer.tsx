import { ActionIcon, Drawer } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigation } from './Navigation.tsx'
import classes from './shell.module.css'

/** The navigation of narrow screens: a button and the drawer it opens. */
export default function NavigationDrawer() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        className={classes.burger ?? ''}
        variant="subtle"
        aria-label={t('nav.open')}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('nav.label')}
        size={280}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Navigation onFollow={() => setOpen(false)} />
      </Drawer>
    </>
  )
}
