import { POST_MORTEM_TEXTS, type PostMortemText } from '@aviary/contract/post-mortems/rules'
import type { PostMortem, PostMortemFacts, PostMortemLine } from '@aviary/contract/post-mortems/schemas'
import { exactTime } from '../../shared/time/words.ts'

export type Texts = Record<PostMortemText, string>

/** The values of the form. */
export type Values = Texts & {
  timeline: readonly PostMortemLine[]
  note: string
  /** Keys of the new entries that the author has seen; null: the facts stay as they are. */
  newEntries: readonly string[] | null
}

export const EMPTY: Values = {
  ...{ summary: '', impact: '', root_cause: '', solution: '', corrective_measures: '', lessons: '' },
  ...{ timeline: [], note: '', newEntries: null },
}

export const textsOf = ({ summary, impact, root_cause, solution, corrective_measures, lessons }: Texts) => ({
  ...{ summary, impact, root_cause, solution, corrective_measures, lessons },
})

export const valuesOf = (saved: PostMortem): Values => ({
  ...textsOf(saved),
  ...{ timeline: saved.timeline, note: '', newEntries: null },
})

/** The lines in the order in which they are saved. */
export const toSorted = (lines: readonly PostMortemLine[]): PostMortemLine[] =>
  lines.toSorted((a, b) => a.at.localeCompare(b.at))

/** Each field as text, to find what changed. Spaces at the ends do not count. */
export const comparable = (values: Values) => ({
  ...Object.fromEntries(POST_MORTEM_TEXTS.map((name) => [name, values[name].trim()])),
  timeline: JSON.stringify(toSorted(values.timeline).map(({ at, text }) => [at, text.trim()])),
  newEntries: JSON.stringify(values.newEntries),
})

export const lineText = ({ at, text }: PostMortemLine, language: string): string =>
  `${exactTime(Date.parse(at), language)}  ${text}`

const FACTS = [
  'start_date',
  'end_date',
  'priority_type',
  'severity',
  'status',
  'services',
  'data_centers',
  'companies',
  'users',
  'promises',
  'changes_before',
  'told',
] as const

/** The facts that are others by now. */
export const changedFacts = (before: PostMortemFacts, after: PostMortemFacts) =>
  FACTS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
