import { expect, test } from 'vitest'
import { SCREENS } from './screens.tsx'
import { guideIndex } from './shared/guide-index.ts'

const references = guideIndex.flatMap(({ name, sections }) =>
  sections.map(({ id }) => (id === '' ? name : `${name}#${id}`)),
)

test.each(SCREENS.map(({ path, guide }) => [path, guide]))(
  'the help of %s is a page of the guide, and a section that it has',
  (_, guide) => expect(references).toContain(guide),
)
