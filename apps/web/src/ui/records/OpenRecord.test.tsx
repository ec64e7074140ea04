import { deleteAction } from '@aviary/contract/administration/endpoints'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { OpenRecord } from './OpenRecord.tsx'
import type { RecordKind } from './record-kind.ts'

type Row = { id: number; title: string; version: number | string }

const KIND: RecordKind = {
  topic: 'test',
  draft: 'test',
  title: () => 'Edit',
  toast: () => '',
  list: { error: '', count: () => '', actions: '', edit: 'Edit', delete: 'Delete' },
}
const DELETION = { endpoint: deleteAction, bodyOf: ({ id }: Row) => ({ action_id: id }) }

/**
 * The form of a record whose list is refetched on each press of the button; `versions`: the record's version
 * in each fetch.
 */
function Reads({ versions }: { versions: readonly (number | string)[] }) {
  const [rows] = useState(() =>
    versions.map((version): Row => ({ id: 1, title: `read ${version}`, version })),
  )
  const [index, setIndex] = useState(0)
  const [first, listed] = [rows[0], rows[index]]
  return (
    <>
      <button type="button" onClick={() => setIndex(index + 1)}>
        Read again
      </button>
      <OpenRecord
        kind={KIND}
        open={first && { what: 'edit', row: first }}
        close={() => undefined}
        rows={{ data: listed ? [listed] : [], error: null, refetch: () => undefined }}
        idOf={({ id }) => id}
        nameOf={({ title }) => title}
        form={({ record, isDeleted }) => <p>{isDeleted ? 'deleted' : record?.title}</p>}
        deletion={DELETION}
        deleteHelp={() => ''}
      />
    </>
  )
}

test.each([
  ['keeps the newer record when an older list arrives later', [1, 3, 2], 'read 3'],
  ['follows the list if versions are texts, which have no order', ['b', 'c', 'a'], 'read a'],
  ['says that a record which left the list was deleted', [1], 'deleted'],
])('%s', async (_, versions, shown) => {
  await renderPage(<Reads versions={versions} />, {})
  await screen.findByText(`read ${versions[0]}`)
  for (const _read of versions.length > 1 ? versions.slice(1) : versions)
    await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
  expect(await screen.findByText(shown)).toBeDefined()
})
