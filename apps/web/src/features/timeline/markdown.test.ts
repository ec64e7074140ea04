import { expect, test } from 'vitest'
import { toMarkdown } from './markdown.ts'

test('entries become a Markdown list with their texts escaped', () => {
  const entries = [
    { kind: 'start' as const, at: '2026-08-20T10:00:00.000Z' },
    {
      kind: 'message' as const,
      at: '2026-08-20T10:05:00.000Z',
      message_id: 1,
      title: 'x',
      text: '',
      by: 'a',
    },
  ]
  const texts = [
    { title: 'Start', text: '' },
    { title: 'Update', text: 'We *look*\n[here](javascript:x)' },
  ]
  const tell = (entry: { kind: string }) => texts[entry.kind === 'start' ? 0 : 1] ?? { title: '', text: '' }
  expect(toMarkdown('OPI-7: time line', entries, tell)).toBe(
    [
      '# OPI-7: time line',
      '',
      '- **2026-08-20 10:00 UTC** Start',
      '- **2026-08-20 10:05 UTC** Update',
      '  We \\*look\\* \\[here\\](javascript:x)',
      '',
    ].join('\n'),
  )
})
