import { IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { guideLink } from '../shared/guide.ts'
import { useScreen } from '../shared/use-screen.ts'
import classes from './page-header.module.css'

/** Link to what the guide says about the current screen. */
export function HelpLink() {
  const { t } = useTranslation()
  const screen = useScreen()
  if (!screen) return null
  const name = t('help')
  return (
    <Link {...guideLink(screen.guide)} aria-label={name} title={name} className={classes.help}>
      <IconHelpCircle size={18} aria-hidden />
    </Link>
  )
}
