import { POST_MORTEM_TEXTS } from '@aviary/contract/post-mortems/rules'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { listFormat } from '../../shared/formats.ts'
import { diffLines, diffText } from '../../shared/text-diff.ts'
import { exactTime } from '../../shared/time/words.ts'
import { TextParts } from '../../ui/TextParts.tsx'
import classes from './post-mortems.module.css'
import { changedFacts, lineText } from './values.ts'

/** What differs between two versions: texts by word, the timeline by line, and which facts. */
export const Differences = memo(({ before, after }: { before: PostMortem; after: PostMortem }) => {
  const { t, i18n } = useTranslation('post-mortem')
  const { language } = i18n
  const texts = POST_MORTEM_TEXTS.filter((name) => before[name] !== after[name])
  const toLines = ({ timeline }: PostMortem) => timeline.map((line) => lineText(line, language))
  const [linesBefore, linesAfter] = [toLines(before), toLines(after)]
  const isOtherTimeline = linesBefore.join('\n') !== linesAfter.join('\n')
  const facts = changedFacts(before.facts, after.facts)
  if (texts.length === 0 && !isOtherTimeline && facts.length === 0)
    return <p className="muted">{t('difference.none')}</p>
  return (
    <dl className={classes.differences}>
      {texts.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <TextParts parts={diffText(before[name], after[name])} />
          </dd>
        </div>
      ))}
      {isOtherTimeline && (
        <div>
          <dt>{t('timeline')}</dt>
          <dd>
            <TextParts parts={diffLines(linesBefore, linesAfter)} />
          </dd>
        </div>
      )}
      {facts.length > 0 && (
        <div>
          <dt>{t('facts')}</dt>
          <dd>
            {t('difference.facts', {
              time: exactTime(Date.parse(after.facts.taken_date), language),
              names: listFormat(language, { type: 'conjunction' }).format(
                facts.map((name) => t(`facts.${name}`)),
              ),
            })}
          </dd>
        </div>
      )}
    </dl>
  )
})
