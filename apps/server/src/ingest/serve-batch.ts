import type { Endpoint } from '@aviary/contract/endpoint'
import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { z } from 'zod'
import { InvalidRecords } from '../features/reference/public.ts'
import { type Call, type Route, serve } from '../http/call.ts'
import type { RecordFault } from '../http/read-batch.ts'
import type { Refusals, Refused } from './refusals.ts'

type BatchEndpoint<R> = Endpoint<
  z.ZodType,
  z.ZodType,
  z.ZodType<{ records: R[] }>,
  typeof endpoints.batchOutcome
>
type BatchCall<R> = Call<BatchEndpoint<R>>
/** Stores records; throws InvalidRecords, before any write, if some are invalid. */
type Take<R> = (call: BatchCall<R>, records: R[]) => Promise<endpoints.IngestCounts>

const LARGEST_BATCH_BYTES = 8 * 1024 * 1024
const MAX_FAULTS_OF_EACH = 3
const MAX_AUDITED_RECORDS = 20

/**
 * Stores a batch's valid records and lists the refused ones; answers 400 if no record is valid, because the
 * sender can correct and resend.
 */
export function serveBatch<R>(endpoint: BatchEndpoint<R>, refusals: Refusals, ingest: Take<R>): Route {
  const source = endpoint.path.slice(1).replace('/', ':')
  const handle = async (call: BatchCall<R>): Promise<endpoints.BatchOutcome> => {
    const { counts, faults } = await ingestValid(call, ingest)
    const refused = refusedOf(faults)
    if (!counts) {
      refusals.report(source, refused)
      throw new InvalidRecords(faults)
    }
    const outcome = { ...counts, refused: refused.records, faults: messagesOf(faults) }
    call.audit({ ...outcome, faults: outcome.faults.slice(0, MAX_AUDITED_RECORDS) })
    await refusals.note(call, source, refused)
    return outcome
  }
  return serve(endpoint, handle, { largestBody: LARGEST_BATCH_BYTES })
}

/** `counts` is undefined if no record is valid. */
async function ingestValid<R>(
  call: BatchCall<R>,
  ingest: Take<R>,
): Promise<{ counts?: endpoints.IngestCounts; faults: RecordFault[] }> {
  const { indexes, faults: unreadable } = call.batch
  const faults = [...unreadable]
  const inOrder = () => faults.toSorted((a, b) => a.index - b.index)
  let left = call.body.records.map((record, index) => ({ record, index: indexes[index] ?? index }))
  while (left.length > 0) {
    try {
      const counts = await ingest(
        call,
        left.map(({ record }) => record),
      )
      return { counts, faults: inOrder() }
    } catch (error) {
      if (!(error instanceof InvalidRecords)) throw error
      const tried = left
      faults.push(...error.faults.map((fault) => ({ ...fault, index: tried[fault.index]?.index ?? 0 })))
      const faulty = new Set(error.faults.map(({ index }) => index))
      left = tried.filter((_, index) => !faulty.has(index))
    }
  }
  return { faults: inOrder() }
}

const refusedOf = (faults: readonly RecordFault[]): Refused => ({
  records: new Set(faults.map(({ index }) => index)).size,
  names: faults.flatMap(({ unknown }) => unknown ?? []),
})

function messagesOf(faults: readonly RecordFault[]): endpoints.BatchOutcome['faults'] {
  const counts = new Map<number, number>()
  return faults.flatMap(({ index, path, message }) => {
    const count = (counts.get(index) ?? 0) + 1
    counts.set(index, count)
    return count > MAX_FAULTS_OF_EACH ? [] : [{ index, message: path ? `${path}: ${message}` : message }]
  })
}
