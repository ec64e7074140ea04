import { REFERENCE_KINDS, type ReferenceKind } from '@aviary/contract/reference/rules'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/states.tsx'
import { RecordsOfKind } from './RecordsOfKind.tsx'
import classes from './reference.module.css'
import { UnknownNames } from './UnknownNames.tsx'

const SECTIONS = [...REFERENCE_KINDS, 'unknown_names'] as const

/** Reference data by kind, with the kinds as navigation. Each kind has its own address. */
export function ReferencePage() {
  const { t } = useTranslation('reference')
  const { kind = 'service' }: { kind?: string } = useParams({ strict: false })
  const section = SECTIONS.find((name) => name === kind)
  return (
    <div className={classes.page}>
      <nav aria-label={t('kinds')} className={classes.kinds}>
        <ul>
          {SECTIONS.map((name) => (
            <li key={name}>
              <Link
                to="/administration/reference/{-$kind}"
                params={{ kind: name } as never}
                aria-current={name === section ? 'page' : undefined}
              >
                {t(`kind.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.content}>
        <Section section={section} />
      </div>
    </div>
  )
}

function Section({ section }: { section: ReferenceKind | 'unknown_names' | undefined }) {
  const { t } = useTranslation('reference')
  if (section === undefined) return <EmptyState title={t('noKind')} />
  return section === 'unknown_names' ? <UnknownNames /> : <RecordsOfKind key={section} kind={section} />
}
