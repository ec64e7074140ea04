import { ActionIcon, Drawer, Tooltip, UnstyledButton } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionState } from './ConnectionState.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Navigation } from './Navigation.tsx';
import { openPalette } from './palette-state.ts';
import { PersonMenu } from './PersonMenu.tsx';
import classes from './shell.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export function TopBar() {
  const { t } = useTranslation();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  return (
    <header className={classes.topBar}>
      <ActionIcon
        className={classes.burger}
        variant="subtle"
        aria-label={t('nav.open')}
        aria-expanded={isDrawerOpen}
        onClick={() => setDrawerOpen(true)}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <Link to="/" className={classes.brand}>
        Aviary
      </Link>
      <ConnectionState />
      <div className={classes.space} />
      <Tooltip label={t('palette.open')}>
        <UnstyledButton className={classes.search} onClick={openPalette} aria-label={t('palette.open')}>
          <IconSearch size={16} aria-hidden />
          <span>{t('palette.search')}</span>
          <kbd>Ctrl K</kbd>
        </UnstyledButton>
      </Tooltip>
      <LanguageMenu />
      <ThemeSwitch />
      <PersonMenu />
      <Drawer
        opened={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        title={t('nav.label')}
        size={280}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Navigation onFollow={() => setDrawerOpen(false)} />
      </Drawer>
    </header>
  );
}
