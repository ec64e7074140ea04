import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listFormat } from '../../shared/formats.ts'
import { useCount } from '../../shared/use-count.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Exact } from './Exact.tsx'
import classes from './post-mortems.module.css'
import { useNews } from './use-post-mortem.ts'
import { changedFacts, toSorted, type Values } from './values.ts'

type NewsProps = {
  /** The version that is edited. */
  base: PostMortem
  values: Values
  onChange: (changes: Partial<Values>) => void
}

/** What is new since the facts were taken, and the choice to take it. */
export function News({ base, values, onChange }: NewsProps) {
  const { t, i18n } = useTranslation('post-mortem')
  const number = useCount()
  const [isAsked, setAsked] = useState(false)
  const query = useNews(base.jira_id, isAsked)
  if (values.newEntries) return <Notice>{t('news.used')}</Notice>
  if (!isAsked)
    return (
      <Button variant="default" size="compact-sm" className={classes.take} onClick={() => setAsked(true)}>
        {t('news.take')}
      </Button>
    )
  const title = t('news.title', { number: number(base.version) })
  return (
    <section aria-label={title} className={classes.news}>
      <h3>{title}</h3>
      <Loaded query={query} failure={t('news.error')} loading={t('news.loading')} rows={2}>
        {({ facts, lines }) => {
          const changed = changedFacts(base.facts, facts).map((name) => t(`facts.${name}`))
          const names = listFormat(i18n.language, { type: 'conjunction' }).format(changed)
          return (
            <>
              <p>{changed.length > 0 ? t('news.facts', { names }) : t('news.sameFacts')}</p>
              {lines.length === 0 ? (
                <p>{t('news.noLines')}</p>
              ) : (
                <ol className={classes.timeline}>
                  {lines.map(({ at, text, entry }) => (
                    <li key={entry}>
                      <Exact at={at} />
                      <span>{text}</span>
                    </li>
                  ))}
                </ol>
              )}
              <Button
                size="compact-sm"
                onClick={() =>
                  onChange({
                    newEntries: lines.flatMap(({ entry }) => entry ?? []),
                    timeline: toSorted([...values.timeline, ...lines]),
                  })
                }
              >
                {t('news.use')}
              </Button>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
