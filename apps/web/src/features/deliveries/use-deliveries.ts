import { listToldChannels } from '@aviary/contract/channels/ledger-endpoints'
import { CHANNEL_DELIVERY_STATES, CHANNEL_KINDS } from '@aviary/contract/channels/rules'
import { getCompanyMailed, getDeliveredMail, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { readId } from '../../shared/read-id.ts'
import { toEpochSeconds } from '../../shared/time/utc-text.ts'
import { useCustomerSearch } from '../../shared/use-customer-search.ts'

export const DELIVERIES_PAGE = 50

export const FILTERS = ['reference', 'email', 'company_id', 'state', 'kind', 'start', 'end'] as const
/** As typed; `start` and `end` are times in UTC such as `2026-08-20T14:43`. */
export type DeliveryFilters = Record<(typeof FILTERS)[number], string>
export const NO_FILTERS: DeliveryFilters = {
  ...{ reference: '', email: '', company_id: '', state: '', kind: '' },
  ...{ start: '', end: '' },
}

const omitEmpty = (filters: Record<string, string>) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== ''))

const MINUTE_SECONDS = 60

/** Query of the call for these filters. The end is a whole minute, so its last second is included. */
function toQuery({ start, end, ...texts }: DeliveryFilters) {
  const [first, last] = [toEpochSeconds(start), toEpochSeconds(end)]
  return {
    ...omitEmpty(texts),
    ...(first === undefined ? {} : { start_date: first }),
    ...(last === undefined ? {} : { end_date: last + MINUTE_SECONDS - 1 }),
  }
}

/** Text keys of the faults in the time range; both ends may be empty. */
export function findRangeFaults({ start, end }: DeliveryFilters) {
  const [first, last] = [toEpochSeconds(start), toEpochSeconds(end)]
  const isStartWrong = start !== '' && first === undefined
  const isEndWrong = end !== '' && last === undefined
  const isReversed = first !== undefined && last !== undefined && first > last
  return {
    start: isStartWrong ? ('fault.moment' as const) : undefined,
    end: isEndWrong ? ('fault.moment' as const) : isReversed ? ('fault.order' as const) : undefined,
  }
}

/** Text key of the reason why the filters cannot be sent to the server; undefined if they can. */
export function findFilterFault(filters: DeliveryFilters) {
  const { start, end } = findRangeFaults(filters)
  return isCompanyId(filters.company_id) ? (start ?? end) : ('filter.companyWrong' as const)
}

/** Whether a filter text is empty or a valid company id; an invalid one is not sent to the server. */
export const isCompanyId = (text: string): boolean => text.trim() === '' || readId(text.trim()) !== undefined

/** Companies that match the typed text; `company` is the one whose number equals the text. */
export function useCompanySearch(companyId: string) {
  const { companies, error } = useCustomerSearch(companyId)
  return { companies, error, company: companies?.find(({ id }) => String(id) === companyId.trim()) }
}

/**
 * Poll interval for lists with queued mails or events, because pushes report only the start of sending. Other lists take the
 * usual interval: their mails can bounce days later.
 */
const SENDING_POLL_MS = 1_000
const pollWhileQueued = (rows: readonly { state: string | null }[] | undefined) =>
  rows?.some(({ state }) => state === 'queued') ? SENDING_POLL_MS : polled.refetchInterval

/** A page of the mail log, newest first; polled while a mail of it is queued. */
export const useDeliveries = (filters: DeliveryFilters, page: number) =>
  useQuery({
    queryKey: ['mails', 'ledger', filters, page],
    queryFn: ({ signal }) =>
      call(listDeliveries, {
        query: {
          ...toQuery({ ...filters, kind: '' }),
          start_at: page * DELIVERIES_PAGE,
          response_size: DELIVERIES_PAGE,
        },
        signal,
      }),
    enabled: findFilterFault(filters) === undefined,
    ...polled,
    refetchInterval: ({ state }) => pollWhileQueued(state.data?.deliveries),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** A page of what channels were told, newest first; polled while something of it is queued. */
export const useToldChannels = (filters: DeliveryFilters, page: number) =>
  useQuery({
    queryKey: ['channels', 'ledger', filters, page],
    queryFn: ({ signal }) => {
      const state = CHANNEL_DELIVERY_STATES.find((name) => name === filters.state) ?? ''
      const kind = CHANNEL_KINDS.find((name) => name === filters.kind) ?? ''
      const asked = toQuery({ ...filters, state, kind, email: '', company_id: '' })
      return call(listToldChannels, {
        query: { ...asked, start_at: page * DELIVERIES_PAGE, response_size: DELIVERIES_PAGE },
        signal,
      })
    },
    enabled: findFilterFault(filters) === undefined,
    ...polled,
    refetchInterval: ({ state }) => pollWhileQueued(state.data?.deliveries),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** How many channels were told of a matter, by state; undefined without one. */
export const useToldCounts = (reference: string) =>
  useQuery({
    queryKey: ['channels', 'ledger-counts', reference],
    queryFn: async ({ signal }) =>
      (await call(listToldChannels, { query: { reference, response_size: 1 }, signal })).counts,
    enabled: reference !== '',
    ...polled,
    retry: false,
  }).data

export const useDeliveredMail = (deliveryId: number) =>
  useQuery({
    queryKey: ['mails', 'mail', deliveryId],
    queryFn: ({ signal }) => call(getDeliveredMail, { params: { id: deliveryId }, signal }),
  })

/**
 * How many people of a company were mailed about an incident or event, and the first addresses that were not.
 */
export const useCompanyMailed = (companyId: number, reference: string) =>
  useQuery({
    queryKey: ['mails', 'company', companyId, reference],
    queryFn: ({ signal }) =>
      call(getCompanyMailed, {
        query: { company_id: companyId, reference, response_size: DELIVERIES_PAGE },
        signal,
      }),
    ...polled,
    refetchInterval: ({ state }) => pollWhileQueued(state.data?.addresses),
    retry: false,
  })
