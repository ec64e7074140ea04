import type { UnknownNameRow } from '@aviary/contract/reference/record-schemas'
import { RecordForm } from './RecordForm.tsx'
import { useReferenceKind } from './use-reference-kind.ts'

export type AddedKind = 'service' | 'data_center'

/**
 * Kind of record that can be created from an unknown name; undefined for a severity, because severities are fixed.
 */
export const addedKindOf = ({ kind }: UnknownNameRow): AddedKind | undefined => {
  if (kind === 'severity') return undefined
  return kind === 'service' ? 'service' : 'data_center'
}

/** The form of a new service or data center, filled with a name that senders use. */
export function AddUnknown({ row, onClose }: { row: UnknownNameRow; onClose: () => void }) {
  const recordKind = addedKindOf(row) ?? 'service'
  return (
    <RecordForm
      kind={useReferenceKind(recordKind)}
      draft={`reference-${recordKind}-named-${row.name}`}
      recordKind={recordKind}
      record={undefined}
      isDeleted={false}
      // The alias is the senders' word, which stays even if the person types another name.
      initial={{ name: row.name, aliases: [row.name.toLowerCase()] }}
      onCurrent={() => undefined}
      onClose={onClose}
    />
  )
}
