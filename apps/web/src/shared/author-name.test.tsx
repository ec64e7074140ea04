import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { useAuthorName } from './author-name.ts'

function Author({ author }: { author: string }) {
  return <p>{useAuthorName()(author)}</p>
}

test.each([
  ['token:monitoring', 'Service token “monitoring”'],
  ['cli:ops', 'Import by ops'],
  ['demo', 'Demo data'],
  ['ada.admin@acme.example', 'ada.admin@acme.example'],
])('the author %s is called %s', async (author, name) => {
  await renderPage(<Author author={author} />, {})
  expect((await screen.findByText(name)).tagName).toBe('P')
})
