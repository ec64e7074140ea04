import { expect, test } from 'vitest'
import { readSections } from './template-sections.ts'

const names = {
  ...{ summary: ['Summary'], impact: ['Auswirkung', 'impact'], root_cause: ['Ursache', 'root cause'] },
  ...{ solution: ['solution'], corrective_measures: ['corrective measures'], lessons: ['lessons'] },
}

test('a line that is only the name of a field begins its text, in any spelling', () => {
  const html =
    '<p>What happened &amp; when</p><h3>Impact:</h3><p>Who was <b>hit</b>?</p><p>For how long?</p>' +
    '<p><strong>Root  Cause</strong></p><ul><li>Why?</li><li>Why that?</li></ul>'
  expect(readSections(html, names)).toEqual({
    summary: 'What happened & when',
    impact: 'Who was hit?\nFor how long?',
    root_cause: '• Why?\n• Why that?',
  })
})

test('without such lines all of it is the summary; what is empty fills nothing', () => {
  expect(readSections('<p>The impact was small</p>', names)).toEqual({ summary: 'The impact was small' })
  expect(readSections('<h3>Ursache</h3><p> </p>', names)).toEqual({})
})
