import { ageOf, CHANGE_FIELDS, type ChangeField } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import {
  AUTO_DESCRIPTION_SHOWN_CHARACTERS,
  CHANGE_SUMMARY_SHOWN_CHARACTERS,
} from '@aviary/contract/constants'
import type { TFunction } from 'i18next'
import { memo, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import { useInSteps } from '../../ui/table/use-in-steps.ts'
import { AgeLine, StateBadge } from './ChangeState.tsx'
import { hasField, titleField } from './change-fields.ts'
import classes from './changes.module.css'
import { FieldValue, type FieldWords, useFieldWords } from './FieldValue.tsx'
import { HiddenMatches } from './HiddenMatches.tsx'
import { CutText } from './Highlighted.tsx'
import type { Highlight } from './matches.ts'

type ChangeCardsProps = {
  changes: readonly Change[]
  isLoading: boolean
  highlight: Highlight
  onOpen: (id: number) => void
}

/** More cards than the tallest usual window shows, and as many as one frame lays out with time to spare. */
const CARD_STEPS = { first: 8, next: () => 12 }

/** Search results as cards. Automated and manual changes show different fields (spec 2 §2.1). */
export function ChangeCards(props: ChangeCardsProps) {
  const { t } = useTranslation('changes')
  const { highlight, onOpen } = props
  const words = useFieldWords()
  // Deferred, because the first cards delay the rest of the page.
  const changes = useDeferredValue(props.changes)
  const isLoading = useDeferredValue(props.isLoading)
  const drawn = useInSteps(changes, CARD_STEPS)
  if (isLoading)
    return (
      <div className={classes.cardsToCome}>
        <Skeleton rows={6} label={t('loading')} />
      </div>
    )
  return (
    <ul className={classes.cards} aria-label={t('list')}>
      {drawn.map((change) => (
        <li key={change.id}>
          <ChangeCard {...{ t, change, words, highlight, onOpen }} />
        </li>
      ))}
    </ul>
  )
}

type ChangeCardProps = { t: TFunction<'changes'>; change: Change; words: FieldWords } & Omit<
  ChangeCardsProps,
  'changes' | 'isLoading'
>

const ChangeCard = memo(({ t, change, highlight, onOpen, words }: ChangeCardProps) => {
  const title = titleField(change)
  const isAuto = change.change_type === 'auto'
  const maxTitleLength = isAuto ? AUTO_DESCRIPTION_SHOWN_CHARACTERS : CHANGE_SUMMARY_SHOWN_CHARACTERS
  const getShownLength = (field: string) =>
    field === title
      ? maxTitleLength
      : field === 'summary' || field === 'description'
        ? CHANGE_SUMMARY_SHOWN_CHARACTERS
        : undefined
  return (
    <article className={classes.card}>
      <h3>
        <button type="button" className={classes.open} onClick={() => onOpen(change.id)}>
          <CutText text={change[title]} field={title} highlight={highlight} maxLength={maxTitleLength} />
        </button>
      </h3>
      <p className={classes.state}>
        {isAuto ? (
          <Time at={change.effective_at} />
        ) : (
          <>
            <StateBadge change={change} /> <AgeLine change={change} />
          </>
        )}
      </p>
      <dl className={classes.fields}>
        {getCardFields(change, title).map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd>
              {field === 'summary' || field === 'description' ? (
                <CutText text={change[field]} field={field} highlight={highlight} />
              ) : (
                <FieldValue {...{ change, field, highlight, words }} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {highlight.pattern && (
        <HiddenMatches change={change} highlight={highlight} getShownLength={getShownLength} />
      )}
    </article>
  )
})

const SHOWN_ELSEWHERE: readonly ChangeField[] = ['id', 'change_type']

/** Fields with a value, except title, id and type. No `effective_at` if the state line shows a time. */
const getCardFields = (change: Change, title: ChangeField): ChangeField[] =>
  CHANGE_FIELDS.filter(
    (field) =>
      field !== title &&
      !SHOWN_ELSEWHERE.includes(field) &&
      (field !== 'effective_at' || hasNoTime(change)) &&
      hasField(change, field),
  )

const hasNoTime = (change: Change): boolean => change.change_type === 'manual' && ageOf(change).at === null
