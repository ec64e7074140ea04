type Texts<Field extends string> = Partial<Record<Field, string>>

/**
 * The fields that say something else in `after` than in `before`; each a text that is the same when it says the same. A
 * field that `after` does not have says nothing.
 */
export const changedFields = <Field extends string>(
  fields: readonly Field[],
  before: Texts<Field>,
  after: Texts<Field>,
): Field[] => fields.filter((field) => after[field] !== undefined && after[field] !== before[field])

/**
 * What "Keep mine" makes of two people's edits of one thing: the fields that were touched here over what the other person
 * saved. Nothing of theirs is overwritten unseen.
 */
export const mergedValues = <Values extends object>(
  theirs: Values,
  mine: Values,
  touched: readonly (keyof Values)[],
): Values => ({ ...theirs, ...Object.fromEntries(touched.map((field) => [field, mine[field]])) })
