import { POST_MORTEM_TEXTS } from '@aviary/contract/post-mortems/rules'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Exact } from './Exact.tsx'
import { ChangesBefore, IncidentFacts, WhoWasTold } from './IncidentFacts.tsx'
import classes from './post-mortems.module.css'

/** A version of a post-mortem, to read and to print. */
export function Document({ saved }: { saved: PostMortem }) {
  const { t } = useTranslation('post-mortem')
  const [summary, ...texts] = POST_MORTEM_TEXTS
  return (
    <article className={classes.document}>
      <Text title={t(summary)} text={saved[summary]} />
      <Section title={t('facts')}>
        <IncidentFacts facts={saved.facts} />
      </Section>
      {texts.map((name) => (
        <Text key={name} title={t(name)} text={saved[name]} />
      ))}
      <Section title={t('timeline')}>
        <Timeline saved={saved} />
      </Section>
      <Section title={t('facts.changes_before')}>
        <ChangesBefore facts={saved.facts} />
      </Section>
      <Section title={t('facts.told')}>
        <WhoWasTold facts={saved.facts} />
      </Section>
    </article>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('post-mortem')
  return (
    <Section title={title}>
      {text === '' ? <p className="muted">{t('empty')}</p> : <p className={classes.text}>{text}</p>}
    </Section>
  )
}

function Timeline({ saved: { timeline } }: { saved: PostMortem }) {
  const { t } = useTranslation('post-mortem')
  if (timeline.length === 0) return <p className="muted">{t('empty')}</p>
  const seen = new Map<string, number>()
  return (
    <ol className={classes.timeline}>
      {timeline.map(({ at, text }) => {
        // Two lines can say the same.
        const count = seen.get(`${at} ${text}`) ?? 0
        seen.set(`${at} ${text}`, count + 1)
        return (
          <li key={`${at} ${count} ${text}`}>
            <Exact at={at} />
            <span>{text}</span>
          </li>
        )
      })}
    </ol>
  )
}
