import type { Endpoint } from '@aviary/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { isGatewayTimeout } from '../../shared/api.ts'
import type { Versioned } from '../../shared/saving/use-edited.ts'
import { type RecordForm, useRecordForm } from '../../ui/records/use-record-form.ts'

/** What the texts and the drafts of one list are called after. */
export type Entity = 'incident' | 'comm' | 'user'

/** What the form of a new one is kept under, or that of the one with this id. `of`: what the new one belongs to. */
export const draftName = (
  entity: Entity,
  { id, of }: { id?: number; of?: number | undefined } = {},
): string => `security-${entity}-${id ?? `new${of === undefined ? '' : `-of-${of}`}`}`

type SecurityForm<Row extends Versioned, Values, C extends Endpoint, U extends Endpoint> = Omit<
  RecordForm<Row, Values, C, U>,
  'topic' | 'texts'
> & { entity: Entity }

/** The form of one record of these screens. */
export function useSecurityForm<
  Row extends Versioned,
  Values extends object,
  C extends Endpoint,
  U extends Endpoint,
>(of: SecurityForm<Row, Values, C, U>) {
  const { t } = useTranslation('security')
  const { entity, record } = of
  return useRecordForm({
    ...of,
    topic: 'security',
    texts: {
      title: t(record ? `${entity}.edit` : `${entity}.create`),
      created: t(`toast.${entity}.created`),
      // spec 3 §8: what a proxy gave up waiting for; what was typed stays, and sent again it is the same create.
      createFailed: (error) =>
        t(`toast.${entity}.${isGatewayTimeout(error) ? 'notCreated' : 'createFailed'}`),
      edited: t(`toast.${entity}.edited`),
      editFailed: t(`toast.${entity}.editFailed`),
    },
  })
}
