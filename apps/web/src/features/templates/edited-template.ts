import type { Template } from '@aviary/contract/templates/endpoints'
import { mergedValues } from '../../shared/saving/keep-mine.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { changesOf, type FormValues, valuesOf } from './template-form.ts'

/** What stands in the edit form, and the template as it was when that was begun. */
type Edit = { base: { version: number; values: FormValues }; values: FormValues }

export const editDraft = (pkey: number): string => `template-edit-${pkey}`

const baseOf = (template: Template): Edit['base'] => ({
  version: template.version,
  values: valuesOf(template),
})

/** One person's edit of a template that others may be editing too; kept until it is saved or discarded. */
export function useEditedTemplate(template: Template) {
  const {
    values: edit,
    change,
    forget,
  } = useDraft<Edit>(editDraft(template.pkey), {
    base: baseOf(template),
    values: valuesOf(template),
  })
  const { base, values } = edit
  const theirs = valuesOf(template)
  const myFields = changesOf(base.values, values, template.template_type)
  return {
    base,
    values,
    forget,
    isSame: myFields.length === 0,
    /** Somebody else saved since this was begun. */
    isOutdated: template.version > base.version,
    write: (changes: Partial<FormValues>) => change({ values: { ...values, ...changes } }),
    keepMine: () => change({ base: baseOf(template), values: mergedValues(theirs, values, myFields) }),
    takeTheirs: () => change({ base: baseOf(template), values: theirs }),
  }
}
