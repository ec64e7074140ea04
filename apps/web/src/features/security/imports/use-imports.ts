import { IMPORT_DATA_MAX_CHARACTERS, SECURITY_IMPORTS_LARGEST_PAGE } from '@aviary/contract/constants'
import {
  listImports,
  previewImport,
  readImport,
  type SecurityImport,
} from '@aviary/contract/security/import-endpoints'
import { toYesNo } from '@aviary/contract/wire'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'
import { asInBox, beginningOf } from '../upload/read-csv-file.ts'
import { rowsOf } from './csv-rows.ts'
import type { OfComm } from './path-ids.ts'

// Every key of what can change starts with the push topic: somebody else's change is here at once.

export const IMPORTS_PAGE = SECURITY_IMPORTS_LARGEST_PAGE

const namesOf = (of: OfComm | 'all') => (of === 'all' ? {} : { sec_id: of.secId, sec_comm_id: of.commId })

/** One page of the imports of a comm, or of all, the newest first. */
export function useImports(of: OfComm | 'all', page: number) {
  const { t } = useTranslation('security-merge')
  const found = useQuery({
    queryKey: ['security', 'imports', of, page],
    queryFn: ({ signal }) => {
      const paging = { start_at: page * IMPORTS_PAGE, response_size: IMPORTS_PAGE }
      return call(listImports, { query: { ...namesOf(of), ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })
  useErrorToast(found.error, t('toast.imports'))
  return found
}

/** One import, of the comm that the address names; null when there is none (any more). */
export function useImport(id: number, of: OfComm | 'all') {
  const { t } = useTranslation('security-merge')
  const found = useQuery({
    queryKey: ['security', 'import', of, id],
    queryFn: async ({ signal }) =>
      (await call(listImports, { query: { ...namesOf(of), import_id: id }, signal })).imports[0] ?? null,
  })
  useErrorToast(found.error, t('toast.imports'))
  return found
}

// What a version of a file holds never changes, so nothing need tell of it.
const ofOneVersion = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

/** The rows of an import, part after part. */
export const useImportRows = ({ pkey, version }: SecurityImport) =>
  useInfiniteQuery({
    queryKey: ['security-import-rows', pkey, version],
    queryFn: async ({ pageParam: { from, rest }, signal }) => {
      const { data, next } = await call(readImport, { query: { import_id: pkey, from }, signal })
      return { next, ...(await rowsOf(rest + data, next === null)) }
    },
    initialPageParam: { from: 0, rest: '' },
    getNextPageParam: ({ next, rest }) => (next === null ? undefined : { from: next, rest }),
    ...ofOneVersion,
  })

export type ImportText = {
  text: string
  /** It is only the beginning of what is too long to be changed here. */
  isLong: boolean
}

// A character has three bytes at most for each of what its length counts.
const CERTAINLY_LONG_BYTES = 3 * IMPORT_DATA_MAX_CHARACTERS

/** The whole text of an import, where it can be changed here. */
export const useImportText = (row: SecurityImport) =>
  useQuery({
    queryKey: ['security-import-text', row.pkey, row.version],
    queryFn: async ({ signal }): Promise<ImportText> => {
      const { text, isLong } = await textOf(row, signal)
      return { text: asInBox(text), isLong }
    },
    placeholderData: keepPreviousData,
    ...ofOneVersion,
  })

async function textOf(row: SecurityImport, signal: AbortSignal): Promise<ImportText> {
  if (row.is_cut === 'N') return { text: row.data, isLong: false }
  if (row.size > CERTAINLY_LONG_BYTES) return { text: row.data, isLong: true }
  let text = ''
  for (let from: number | null = 0; from !== null; ) {
    const part: { data: string; next: number | null } = await call(readImport, {
      query: { import_id: row.pkey, from },
      signal,
    })
    text += part.data
    if (text.length > IMPORT_DATA_MAX_CHARACTERS) return { text: row.data, isLong: true }
    from = part.next
  }
  return { text, isLong: false }
}

/** What the first rows of a text would become. `isLong`: it is the beginning of a file. */
export function useImportPreview(text: string, isLong: boolean) {
  const data = beginningOf(text)
  const asked = { data, is_cut: toYesNo(isLong || data.length < text.length) }
  return useQuery({
    queryKey: ['security-import-preview', asked],
    queryFn: ({ signal }) => call(previewImport, { body: asked, signal }),
    enabled: data.trim() !== '',
    placeholderData: keepPreviousData,
    ...ofOneVersion,
  })
}
