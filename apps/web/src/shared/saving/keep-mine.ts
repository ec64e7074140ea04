type Texts<Field extends string> = Partial<Record<Field, string>>

/** The fields whose texts differ between `before` and `after`. Fields that `after` lacks are skipped. */
export const changedFields = <Field extends string>(
  fields: readonly Field[],
  before: Texts<Field>,
  after: Texts<Field>,
): Field[] => fields.filter((field) => after[field] !== undefined && after[field] !== before[field])

/** Result of "Keep mine": the other person's values, overwritten only by the fields changed here. */
export const mergedValues = <Values extends object>(
  theirs: Values,
  mine: Values,
  touched: readonly (keyof Values)[],
): Values => ({ ...theirs, ...Object.fromEntries(touched.map((field) => [field, mine[field]])) })
