import { FALLBACK_LOCALE, FILTER_DEBOUNCE_MS } from '@aviary/contract/constants'
import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguageName } from '../../shared/names.ts'
import type { QueryState } from '../../shared/query-state.ts'
import { useCount } from '../../shared/use-count.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { scrolledByKeyboard } from '../../ui/scrolled-by-keyboard.ts'
import { Skeleton } from '../../ui/states.tsx'
import classes from './reached.module.css'
import { type Concerned, useReachedCompanies, useReachedPeople } from './use-reached.ts'

type ReachedListProps = {
  message: Concerned
  /** Languages in which there is a mail; people with other languages get the English mail. */
  mailLanguages: readonly string[]
}

/** Who gets a broadcast: people, or companies with their number of people. */
export function ReachedList({ message, mailLanguages }: ReachedListProps) {
  const { t } = useTranslation('messages')
  const [isByCompany, setByCompany] = useState(false)
  const [search, setSearch] = useState('')
  const settled = useDebounced(search, FILTER_DEBOUNCE_MS).trim()
  return (
    <div className={classes.list}>
      <div className={classes.tools}>
        <TextInput
          label={t(isByCompany ? 'reached.searchCompany' : 'reached.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <FilterChip isPressed={isByCompany} onClick={() => setByCompany(!isByCompany)}>
          {t('reached.byCompany')}
        </FilterChip>
      </div>
      {isByCompany ? (
        <Companies message={message} search={settled} />
      ) : (
        <People message={message} search={settled} mailLanguages={mailLanguages} />
      )}
    </div>
  )
}

function People({ message, search, mailLanguages }: ReachedListProps & { search: string }) {
  const { t } = useTranslation('messages')
  const language = useLanguageName()
  const query = useReachedPeople(message, search)
  const people = query.data?.pages.flatMap((page) => page.people)
  return (
    <Rows label={t('reached.peopleList')} query={query} isEmpty={people?.length === 0}>
      {people?.map(({ email, locale, company }) => {
        const read = mailLanguages.includes(locale) ? locale : FALLBACK_LOCALE
        return (
          <li key={email}>
            <span>{email}</span>{' '}
            <span className="muted">
              {company && `${company} · `}
              <span lang={read}>{language(read)}</span>
            </span>
          </li>
        )
      })}
    </Rows>
  )
}

function Companies({ message, search }: { message: Concerned; search: string }) {
  const { t } = useTranslation('messages')
  const number = useCount()
  const query = useReachedCompanies(message, search)
  const companies = query.data?.pages.flatMap((page) => page.companies)
  const without = query.data?.pages[0]?.without_company ?? 0
  return (
    <>
      <Rows label={t('reached.companyList')} query={query} isEmpty={companies?.length === 0}>
        {companies?.map(({ company_id, name, people }) => (
          <li key={company_id}>
            <span>{name}</span>{' '}
            <span className="muted">{t('reached.inCompany', { count: people, number: number(people) })}</span>
          </li>
        ))}
      </Rows>
      {search === '' && without > 0 && (
        <p className="muted">{t('reached.without', { count: without, number: number(without) })}</p>
      )}
    </>
  )
}

type RowsProps = {
  label: string
  query: Omit<QueryState<unknown>, 'fetchNextPage'> & {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ hasNextPage: boolean }>
  }
  isEmpty: boolean
  /** Items of the list. */
  children: ReactNode
}

/** The loaded part of a list in a box of limited height, with a button that loads more. */
function Rows({ label, query, isEmpty, children }: RowsProps) {
  const { t } = useTranslation('messages')
  const box = useRef<HTMLDivElement>(null)
  const { data, error, hasNextPage, isFetchingNextPage } = query
  async function loadMore() {
    const loaded = await query.fetchNextPage()
    // After the last page the button is gone, and the focus would be lost with it.
    if (!loaded.hasNextPage) box.current?.focus()
  }
  return (
    <>
      <LoadError query={query} failure={t('notReached.error')} />
      {!data && !error && <Skeleton rows={3} label={t('reached.loading')} />}
      {isEmpty && <p role="status">{t('reached.none')}</p>}
      {data !== undefined && !isEmpty && (
        <div ref={box} className={classes.box} {...scrolledByKeyboard(label)}>
          <ul className={classes.rows}>{children}</ul>
          {hasNextPage && (
            <Button
              variant="default"
              fullWidth
              aria-disabled={isFetchingNextPage || undefined}
              data-disabled={isFetchingNextPage}
              onClick={isFetchingNextPage ? undefined : () => void loadMore()}
            >
              {t('reached.more')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
