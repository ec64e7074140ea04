import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { GUIDE_CONTENTS } from '../../shared/guide.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { GuideArticle } from './GuideArticle.tsx'
import { GuideNavigation } from './GuideNavigation.tsx'
import classes from './guide.module.css'
import { isInGuide, useGuidePage } from './use-guide-page.ts'

/** Shows docs/guide: the table of contents or one page, in English whatever the language of the app. */
export function GuideScreen() {
  const { page = GUIDE_CONTENTS }: { page?: string } = useParams({ strict: false })
  const isKnown = isInGuide(page)
  return (
    <div className={classes.frame}>
      <div className={classes.main}>
        {isKnown ? <Reading key={page} name={page} /> : <Unknown name={page} />}
      </div>
      <GuideNavigation name={page} />
    </div>
  )
}

function Reading({ name }: { name: string }) {
  const { t, i18n } = useTranslation('guide')
  const page = useGuidePage(name)
  return (
    <>
      {name !== GUIDE_CONTENTS && (
        <Link to="/guide" className={classes.back}>
          {t('toContents')}
        </Link>
      )}
      {i18n.language !== 'en' && <p className={classes.note}>{t('onlyEnglish')}</p>}
      <Loaded query={page} failure={t('failed')} loading={t('loading')} rows={8}>
        {({ title, html }) => <GuideArticle title={title} html={html} />}
      </Loaded>
    </>
  )
}

function Unknown({ name }: { name: string }) {
  const { t } = useTranslation('guide')
  return (
    <>
      <PageHeader title={t('unknown.title')} />
      <EmptyState title={t('unknown.body', { page: name })}>
        <Link to="/guide">{t('toContents')}</Link>
      </EmptyState>
    </>
  )
}
