import { useCallback, useMemo } from 'react'
import { useOpenForm } from '../../shared/use-open-form.ts'
import { draftName, type Entity } from './use-security-form.ts'

type OpenOf<Row> = {
  entity: Entity
  /** What a new one belongs to. */
  of?: number
  rows: readonly Row[] | undefined
  /** Keep it the same between renders. */
  idOf: (row: Row) => number
}

/** Which dialog of a list of records is open. */
export const useOpenRecord = <Row>({ entity, of, rows, idOf }: OpenOf<Row>) =>
  useOpenForm({
    rows,
    newDrafts: useMemo(() => [draftName(entity, { of })], [entity, of]),
    draftsOf: useCallback((row: Row) => [draftName(entity, { id: idOf(row) })], [entity, idOf]),
  })
