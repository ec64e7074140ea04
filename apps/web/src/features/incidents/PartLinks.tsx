import { useTranslation } from 'react-i18next'
import classes from './incident-details.module.css'

/** Ids of the sections. */
const PARTS = ['story', 'changes', 'follow-ups', 'impact', 'team', 'facts'] as const

/** Links to the sections of the page, for windows that are so narrow that the sections are stacked. */
export function PartLinks({ hasFollowUps }: { hasFollowUps: boolean }) {
  const { t } = useTranslation('incident')
  return (
    <nav aria-label={t('parts.label')} className={classes.parts}>
      {PARTS.filter((part) => hasFollowUps || part !== 'follow-ups').map((part) => (
        <a key={part} href={`#${part}`}>
          {t(`parts.${part}`)}
        </a>
      ))}
    </nav>
  )
}
