import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { guideLink } from '../../shared/guide.ts'
import { useGuideIndex } from '../../shared/use-guide-index.ts'
import classes from './guide.module.css'

/** All pages of the guide, and the sections of the open one. */
export function GuideNavigation({ name: openName }: { name: string }) {
  const { t } = useTranslation('guide')
  const { data: pages = [] } = useGuideIndex()
  return (
    <nav aria-label={t('pages')} className={classes.navigation}>
      <ul lang="en">
        {pages.map(({ name, title, sections }) => (
          <li key={name}>
            <Link {...guideLink(name)} activeOptions={{ exact: true }}>
              {title}
            </Link>
            {name === openName && sections.length > 1 && (
              <ul>
                {sections.slice(1).map((section) => (
                  <li key={section.id}>
                    <Link
                      {...guideLink(`${name}#${section.id}`)}
                      activeOptions={{ exact: true, includeHash: true }}
                    >
                      {section.title}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
