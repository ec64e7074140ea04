import {
  createAlias,
  createReferenceRecord,
  ignoreUnknownName,
} from '@aviary/contract/reference/record-endpoints'
import type { UnknownNameRow } from '@aviary/contract/reference/record-schemas'
import { Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useCount } from '../../shared/use-count.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordTable } from '../../ui/records/RecordTable.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AddUnknown, addedKindOf } from './AddUnknown.tsx'
import { AliasOf } from './AliasOf.tsx'
import classes from './reference.module.css'
import { useIgnore, useUnknownNames } from './use-reference.ts'
import { useReferenceKind } from './use-reference-kind.ts'
import { useUnknownColumns } from './use-unknown-columns.tsx'

const NEWEST_FIRST = { key: 'last', isDescending: true }
const rowId = ({ source, kind, name }: UnknownNameRow) => `${source} ${kind} ${name}`
const rowMarks = ({ is_ignored }: UnknownNameRow) =>
  is_ignored === 'Y' ? ({ 'data-muted': true } as const) : {}

type Open = { what: 'add' | 'alias'; row: UnknownNameRow }

/** Names from senders that no record has, each with the actions that can resolve it. */
export function UnknownNames() {
  const { t } = useTranslation('reference')
  const query = useUnknownNames()
  const number = useCount()
  const { read, write } = useSearchParams()
  const showsIgnored = read('ignored') === 'all'
  const [open, setOpen] = useState<Open>()
  const rows = useMemo(
    () => query.data?.filter(({ is_ignored }) => showsIgnored || is_ignored === 'N'),
    [query.data, showsIgnored],
  )
  const ignored = (query.data ?? []).filter(({ is_ignored }) => is_ignored === 'Y').length
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader title={t('kind.unknown_names')} />
      <Panel title={t('list.title')}>
        <RecordTable
          label={t('kind.unknown_names')}
          name="unknown-names"
          rows={{ ...query, data: rows }}
          words={useReferenceKind('service').list}
          columns={useUnknownColumns()}
          rowId={rowId}
          rowMarks={rowMarks}
          initialSort={NEWEST_FIRST}
          actions={useActions(setOpen)}
          empty={
            <EmptyState title={t(ignored > 0 ? 'unknown.allIgnored' : 'unknown.empty')}>
              <p>{t('unknown.emptyHelp')}</p>
            </EmptyState>
          }
        >
          <p className={classes.about}>{t('about.unknown_names')}</p>
          <Checkbox
            label={t('unknown.showIgnored', { ignored: number(ignored) })}
            checked={showsIgnored}
            onChange={(event) => write({ ignored: event.currentTarget.checked ? 'all' : '' })}
          />
        </RecordTable>
      </Panel>
      {open?.what === 'add' && <AddUnknown row={open.row} onClose={close} />}
      {open?.what === 'alias' && <AliasOf row={open.row} onClose={close} />}
    </>
  )
}

function useActions(open: (form: Open) => void) {
  const { t } = useTranslation('reference')
  const may = useMay()
  const offline = useOfflineReason()
  const { mutate } = useIgnore()
  const [mayAdd, mayAlias, mayIgnore] = [may(createReferenceRecord), may(createAlias), may(ignoreUnknownName)]
  return useMemo(() => {
    if (!mayAdd && !mayAlias && !mayIgnore) return undefined
    return {
      title: t('list.actions'),
      nameOf: ({ name }: UnknownNameRow) => name,
      of: (row: UnknownNameRow) => {
        const kind = addedKindOf(row)
        const { source, name } = row
        const isIgnored = row.is_ignored === 'Y'
        return [
          ...(mayAdd && kind
            ? [
                {
                  label: t(`unknown.add.${kind}`),
                  run: () => open({ what: 'add', row }),
                  disabledReason: offline ?? (row.retired_key === null ? undefined : t('unknown.retired')),
                },
              ]
            : []),
          ...(mayAlias
            ? [
                {
                  label: t('unknown.aliasOf'),
                  run: () => open({ what: 'alias', row }),
                  disabledReason: offline,
                },
              ]
            : []),
          ...(mayIgnore
            ? [
                {
                  label: t(isIgnored ? 'unknown.showAgain' : 'unknown.ignore'),
                  run: () => mutate({ source, kind: row.kind, name, is_ignored: isIgnored ? 'N' : 'Y' }),
                  disabledReason: offline,
                },
              ]
            : []),
        ]
      },
    }
  }, [t, offline, open, mutate, mayAdd, mayAlias, mayIgnore])
}
