import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconAction } from '../ui/IconAction.tsx'
import classes from './top-bar.module.css'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const label = isDark ? t('theme.light') : t('theme.dark')
  return (
    <IconAction
      className={classes.tool ?? ''}
      variant="subtle"
      label={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </IconAction>
  )
}
