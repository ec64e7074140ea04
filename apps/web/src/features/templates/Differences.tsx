import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bodyDifference } from '../../shared/body-difference.ts'
import { diffAsReplacement, diffText } from '../../shared/text-diff.ts'
import { TextParts } from '../../ui/TextParts.tsx'
import { FIELDS, type Field, type FormValues, type TemplateType } from './template-form.ts'
import classes from './templates.module.css'
import { useTypeName } from './use-type-name.ts'

type Versions = { before: FormValues; after: FormValues }

/** The differences between two versions of a template, field by field. */
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
        <TextParts parts={body.parts} />
        {body.note && <p className="muted">{t(`diff.${body.note}`)}</p>}
      </>
    )
  if (field === 'title') return <TextParts parts={diffText(before, after)} />
  // A value chosen from a list is shown as replaced as a whole, not word by word.
  const isType = field === 'notificationType' || (field === 'messageType' && before !== '' && after !== '')
  const name = isType ? typeName : (choice: string) => choice
  return <TextParts parts={diffAsReplacement(name(before), name(after))} />
}
