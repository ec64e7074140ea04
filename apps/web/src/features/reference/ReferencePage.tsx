import { REFERENCE_KINDS, type ReferenceKind } from '@aviary/contract/reference/rules'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/states.tsx'
import { AdministrationFrame } from '../administration/public.ts'
import { RecordsOfKind } from './RecordsOfKind.tsx'
import { UnknownNames } from './UnknownNames.tsx'

const SECTIONS = [...REFERENCE_KINDS, 'unknown_names'] as const

/** Reference data by kind, each kind at its own address. */
export function ReferencePage() {
  const { kind = 'service' }: { kind?: string } = useParams({ strict: false })
  const section = SECTIONS.find((name) => name === kind)
  return (
    <AdministrationFrame current={section ?? kind}>
      <Section section={section} />
    </AdministrationFrame>
  )
}

function Section({ section }: { section: ReferenceKind | 'unknown_names' | undefined }) {
  const { t } = useTranslation('reference')
  if (section === undefined) return <EmptyState title={t('noKind')} />
  return section === 'unknown_names' ? <UnknownNames /> : <RecordsOfKind key={section} kind={section} />
}
