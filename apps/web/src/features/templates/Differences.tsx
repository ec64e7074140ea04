import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELDS, type Field, type FormValues, type TemplateType } from './template-form.ts'
import classes from './templates.module.css'
import { bodyDifference, type Part, partsOf, replaced, shortened } from './text-diff.ts'
import { useTypeName } from './use-type-name.ts'

type Versions = { before: FormValues; after: FormValues }

/** What differs between two versions of a template, field by field. */
export function Differences({ before, after, type }: Versions & { type: TemplateType }) {
  const { t } = useTranslation('templates')
  const changed = FIELDS[type].filter((field) => before[field] !== after[field])
  if (changed.length === 0) return <p className="muted">{t('diff.none')}</p>
  return (
    <dl className={classes.differences}>
      {changed.map((field) => (
        <div key={field}>
          <dt>{t(`field.${field}`)}</dt>
          <dd>
            <Difference field={field} before={before[field]} after={after[field]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Difference({ field, before, after }: { field: Field; before: string; after: string }) {
  const { t } = useTranslation('templates')
  const typeName = useTypeName()
  const body = useMemo(() => field === 'body' && bodyDifference(before, after), [field, before, after])
  if (body)
    return (
      <>
        <Parts parts={body.parts} />
        {body.note && <p className="muted">{t(`diff.${body.note}`)}</p>}
      </>
    )
  if (field === 'title') return <Parts parts={partsOf(before, after)} />
  // A choice is replaced as a whole.
  const name = field === 'notificationType' ? typeName : (choice: string) => choice
  return <Parts parts={replaced(name(before), name(after))} />
}

function Parts({ parts }: { parts: readonly Part[] }) {
  let at = 0
  return parts.map(({ kind, text }) => {
    const key = `${kind} ${at}`
    at += text.length
    return <PartText key={key} kind={kind} text={text} />
  })
}

/** Marked by its line, its colour and, for who listens, in words. */
function PartText({ kind, text }: Part) {
  const { t } = useTranslation('templates')
  // An element of its own, so that only what stands side by side is set apart.
  if (kind === 'same') return <span>{shortened(text)}</span>
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark>
      <span className="visually-hidden"> {t(`diff.${kind}`)} </span>
      {visible(text)}
      <span className="visually-hidden"> {t('diff.end')} </span>
    </Mark>
  )
}

/** Spaces and line ends that came or went are drawn: there would be nothing to see. */
const visible = (text: string): string =>
  text.trim() === '' ? text.replaceAll(' ', '␣').replaceAll('\n', '¶\n') : text
