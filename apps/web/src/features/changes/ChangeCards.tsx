import { ageOf, CHANGE_FIELDS, type ChangeField } from '@aviary/contract/changes/rules'
import type { Change } from '@aviary/contract/changes/schemas'
import {
  AUTO_DESCRIPTION_SHOWN_CHARACTERS,
  CHANGE_SUMMARY_SHOWN_CHARACTERS,
} from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { Time } from '../../ui/Time.tsx'
import { AgeLine, StateBadge } from './ChangeState.tsx'
import { hasField, titleField } from './change-fields.ts'
import classes from './changes.module.css'
import { FieldValue } from './FieldValue.tsx'
import { HiddenMatches } from './HiddenMatches.tsx'
import { CutText } from './Highlighted.tsx'
import type { Highlight } from './matches.ts'

type ChangeCardsProps = {
  changes: readonly Change[]
  highlight: Highlight
  onOpen: (id: number) => void
}

/** Search results as cards. Automated and manual changes show different fields (spec 2 §2.1). */
export function ChangeCards({ changes, ...rest }: ChangeCardsProps) {
  const { t } = useTranslation('changes')
  return (
    <ul className={classes.cards} aria-label={t('list')}>
      {changes.map((change) => (
        <li key={change.id}>
          <ChangeCard change={change} {...rest} />
        </li>
      ))}
    </ul>
  )
}

type ChangeCardProps = { change: Change } & Omit<ChangeCardsProps, 'changes'>

function ChangeCard({ change, highlight, onOpen }: ChangeCardProps) {
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
          <Field key={field} change={change} field={field} highlight={highlight} />
        ))}
      </dl>
      <HiddenMatches change={change} highlight={highlight} getShownLength={getShownLength} />
    </article>
  )
}

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

function Field({ change, field, highlight }: { change: Change; field: ChangeField; highlight: Highlight }) {
  const { t } = useTranslation('changes')
  const isLong = field === 'summary' || field === 'description'
  return (
    <div>
      <dt>{t(`field.${field}`)}</dt>
      <dd>
        {isLong ? (
          <CutText text={change[field]} field={field} highlight={highlight} />
        ) : (
          <FieldValue change={change} field={field} highlight={highlight} />
        )}
      </dd>
    </div>
  )
}
