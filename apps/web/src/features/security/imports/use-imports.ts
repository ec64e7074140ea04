import { IMPORT_DATA_MAX_CHARACTERS, SECURITY_IMPORTS_LARGEST_PAGE } from '@aviary/contract/constants'
import { toYesNo } from '@aviary/contract/rules'
import {
  listImports,
  previewImport,
  readImport,
  type SecurityImport,
} from '@aviary/contract/security/import-endpoints'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api.ts'
import { useErrorToast } from '../../../shared/use-error-toast.ts'
import { toBoxText, toPreviewText } from '../upload/read-csv-file.ts'
import { rowsOf } from './csv-rows.ts'
import type { CommIds } from './path-ids.ts'

// Each query whose data can change has a key that starts with its push topic: changes by others refetch it.

export const IMPORTS_PAGE = SECURITY_IMPORTS_LARGEST_PAGE

const toQuery = (commIds: CommIds | 'all') =>
  commIds === 'all' ? {} : { sec_id: commIds.secId, sec_comm_id: commIds.commId }

/** One page of the imports of one comm or of all comms, newest first. */
export function useImports(commIds: CommIds | 'all', page: number) {
  const { t } = useTranslation('security-merge')
  const query = useQuery({
    queryKey: ['security', 'imports', commIds, page],
    queryFn: ({ signal }) => {
      const paging = { start_at: page * IMPORTS_PAGE, response_size: IMPORTS_PAGE }
      return call(listImports, { query: { ...toQuery(commIds), ...paging }, signal })
    },
    placeholderData: keepPreviousData,
  })
  useErrorToast(query.error, t('toast.imports'))
  return query
}

/** One import; null if it does not exist or does not belong to the comm in the URL. */
export function useImport(id: number, commIds: CommIds | 'all') {
  const { t } = useTranslation('security-merge')
  const query = useQuery({
    queryKey: ['security', 'import', commIds, id],
    queryFn: async ({ signal }) =>
      (await call(listImports, { query: { ...toQuery(commIds), import_id: id }, signal })).imports[0] ?? null,
  })
  useErrorToast(query.error, t('toast.imports'))
  return query
}

// The contents of a version never change, so they need no push topic.
const immutable = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }

/** The rows of an import, part by part. */
export const useImportRows = ({ pkey, version }: SecurityImport) =>
  useInfiniteQuery({
    queryKey: ['security-import-rows', pkey, version],
    queryFn: async ({ pageParam: { from, rest }, signal }) => {
      const { data, next } = await call(readImport, { query: { import_id: pkey, from }, signal })
      return { next, ...(await rowsOf(rest + data, next === null)) }
    },
    initialPageParam: { from: 0, rest: '' },
    getNextPageParam: ({ next, rest }) => (next === null ? undefined : { from: next, rest }),
    ...immutable,
  })

export type ImportText = {
  text: string
  /** Whether the contents are too long to be edited here; `text` is then only their beginning. */
  isLong: boolean
}

// A UTF-16 code unit takes at most three bytes in UTF-8.
const LONG_BYTES = 3 * IMPORT_DATA_MAX_CHARACTERS

/** The whole text of an import, if it is short enough to be edited here. */
export const useImportText = (row: SecurityImport) =>
  useQuery({
    queryKey: ['security-import-text', row.pkey, row.version],
    queryFn: async ({ signal }): Promise<ImportText> => {
      const { text, isLong } = await loadText(row, signal)
      return { text: toBoxText(text), isLong }
    },
    placeholderData: keepPreviousData,
    ...immutable,
  })

async function loadText(row: SecurityImport, signal: AbortSignal): Promise<ImportText> {
  if (row.is_cut === 'N') return { text: row.data, isLong: false }
  if (row.size > LONG_BYTES) return { text: row.data, isLong: true }
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

/** Preview of a text's first rows. `isLong`: the text is the beginning of a file. */
export function useImportPreview(text: string, isLong: boolean) {
  const data = toPreviewText(text)
  const body = { data, is_cut: toYesNo(isLong || data.length < text.length) }
  return useQuery({
    queryKey: ['security-import-preview', body],
    queryFn: ({ signal }) => call(previewImport, { body, signal }),
    enabled: data.trim() !== '',
    placeholderData: keepPreviousData,
    ...immutable,
  })
}
