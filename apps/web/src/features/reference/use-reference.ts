import {
  createAlias,
  ignoreUnknownName,
  listReferenceRecords,
  listUnknownNames,
  orderReferenceRecords,
  retireReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'

const TOPICS = ['reference']

/** All records of a kind in their order, the retired ones last. */
export const useReferenceRecords = (kind: ReferenceKind, enabled = true) =>
  useQuery({
    queryKey: ['reference', 'records', kind],
    queryFn: async ({ signal }) => (await call(listReferenceRecords, { query: { kind }, signal })).records,
    enabled,
  })

export const useUnknownNames = () =>
  useQuery({
    queryKey: ['reference', 'unknown-names'],
    queryFn: async ({ signal }) => (await call(listUnknownNames, { signal })).names,
  })

/** `isRetired`: whether the record is retired now, so that this write brings it back. */
export function useRetire(isRetired: boolean, onDone: () => void) {
  const { t } = useTranslation('reference')
  return useWrite(bodyTo(retireReferenceRecord), {
    topics: TOPICS,
    done: ({ record }) =>
      t(record.is_retired === 'Y' ? 'toast.retired' : 'toast.broughtBack', { name: record.name }),
    failed: t(isRetired ? 'toast.bringBackFailed' : 'toast.retireFailed'),
    onDone,
  })
}

export function useOrder(handlers: { onDone: () => void; onFailed: () => void }) {
  const { t } = useTranslation('reference')
  return useWrite(bodyTo(orderReferenceRecords), {
    topics: TOPICS,
    done: t('toast.ordered'),
    failed: t('toast.orderFailed'),
    ...handlers,
  })
}

export function useIgnore() {
  const { t } = useTranslation('reference')
  return useWrite(bodyTo(ignoreUnknownName), {
    topics: TOPICS,
    done: ({ name }) =>
      t(name.is_ignored === 'Y' ? 'toast.ignored' : 'toast.shownAgain', { name: name.name }),
    failed: t('toast.ignoreFailed'),
  })
}

export function useCreateAlias(alias: string, onDone: () => void) {
  const { t } = useTranslation('reference')
  return useWrite(bodyTo(createAlias), {
    topics: TOPICS,
    done: ({ record }) => t('toast.aliased', { alias, name: record.name }),
    failed: t('toast.aliasFailed'),
    onDone,
  })
}
