import { useMemo } from 'react'
import type { Sort } from '../ui/table/table-column.ts'
import { pageText, readPage } from './use-page-param.ts'
import { useSearchParams } from './use-search-params.ts'

type Table = {
  columns: readonly { key: string }[]
  initialSort?: Sort
  pageSize: number
  /** Distinguishes several tables on one page. */
  prefix?: string
}

/**
 * Sort and page of a table in the URL. The returned object changes only if they do; a new sort opens the
 * first page.
 */
export function useTableParams({ columns, initialSort, pageSize, prefix = '' }: Table) {
  const { read, write } = useSearchParams()
  const sortText = read(`${prefix}sort`)
  const pageIndex = readPage(read(`${prefix}page`))
  const sort = useMemo(() => readSort(sortText, columns) ?? initialSort, [sortText, columns, initialSort])
  return useMemo(
    () => ({
      sort,
      onSort: (newSort: Sort) =>
        write({
          [`${prefix}sort`]: `${newSort.key} ${newSort.isDescending ? 'desc' : 'asc'}`,
          [`${prefix}page`]: '',
        }),
      page: {
        index: pageIndex,
        size: pageSize,
        onChange: (index: number) => write({ [`${prefix}page`]: pageText(index) }),
      },
    }),
    [sort, pageIndex, pageSize, prefix, write],
  )
}

function readSort(text: string, columns: Table['columns']): Sort | undefined {
  const [key, direction] = text.split(' ')
  if (!key || !columns.some((column) => column.key === key)) return undefined
  return { key, isDescending: direction === 'desc' }
}
