import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTip } from '../ui/use-tip.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { openPalette } from './palette-state.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import classes from './top-bar.module.css'
import { useSeverities } from './use-severities.ts'

/** Right side of the top bar: search, language, theme, person. Loaded after the page shows its data. */
export function TopBarTools() {
  const { t } = useTranslation()
  useSeverities()
  const { target, tip } = useTip<HTMLButtonElement>(t('palette.open'))
  return (
    <>
      <UnstyledButton {...target} className={classes.search ?? ''} onClick={openPalette}>
        <IconSearch size={16} aria-hidden />
        <span>{t('palette.search')}</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      {tip}
      <span className={classes.desktopTools}>
        <LanguageMenu />
        <ThemeSwitch />
      </span>
      <PersonMenu />
    </>
  )
}
