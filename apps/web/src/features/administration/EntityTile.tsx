import type { Endpoint } from '@aviary/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import type { Versioned } from '../../shared/saving/use-edited.ts'
import { OpenRecord, type OpenRecordProps } from '../../ui/records/OpenRecord.tsx'
import { type RecordsOptions, useRecords } from '../../ui/records/use-records.ts'
import { Tile, type TileProps } from './Tile.tsx'
import { type Entity, useEntityKind } from './use-entity-kind.ts'

export type EntityTileProps<Row, D extends Endpoint> = Omit<RecordsOptions<Row>, 'kind' | 'parentId'> &
  Pick<TileProps<Row>, 'columns' | 'initialSort' | 'textOf' | 'note'> &
  Pick<OpenRecordProps<Row, D>, 'needs' | 'form' | 'deletion'> & { entity: Entity }

/** List of records with dialogs to create, edit and delete them (spec 3 §2). */
export function EntityTile<Row extends Versioned, D extends Endpoint>(props: EntityTileProps<Row, D>) {
  const { t } = useTranslation('administration')
  const offline = useOfflineReason()
  const { entity, mayEdit = true, needs = [] } = props
  const records = useRecords({ ...props, kind: useEntityKind(entity) })
  const add = { text: t(`${entity}s.add`), disabledReason: offline, run: records.create }
  return (
    <>
      <Tile {...props} {...records} name={`${entity}s`} add={mayEdit ? add : undefined} />
      <OpenRecord
        {...props}
        {...records}
        needs={[props.rows, ...needs]}
        deleteHelp={() => t(`${entity}.deleteHelp`)}
      />
    </>
  )
}
