import { listGroupMappings } from '@aviary/contract/administration/endpoints'
import { administrationTiles as tiles } from '@aviary/contract/administration/rules'
import { listServiceTokens } from '@aviary/contract/administration/service-token-endpoints'
import { REFERENCE_KINDS } from '@aviary/contract/reference/rules'
import { screens } from '@aviary/contract/screens'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useSession } from '../../shared/session.ts'

const REFERENCE_SECTIONS = [...REFERENCE_KINDS, 'unknown_names'] as const

/** An entry in the list of sections: its link; `hash` is the id of a panel on the administration page. */
export type Section = { key: string; text: string; path: string; hash?: string }

/** Administration sections in groups, only those whose calls or screens the signed-in person may use. */
export function useSections(): readonly (readonly Section[])[] {
  const { t } = useTranslation(['administration', 'reference', 'shell'])
  const may = useMay()
  const { authorization } = useSession()
  const panels = {
    users: may(tiles.users),
    roles: may(tiles.roles),
    actions: may(tiles.actions),
    groups: may(listGroupMappings),
    tokens: may(listServiceTokens),
    sessions: authorization.is_admin,
  }
  const names = Object.keys(panels) as (keyof typeof panels)[]
  const groups: Section[][] = [
    names
      .filter((name) => panels[name] && may(screens.administration))
      .map((name) => ({ key: name, text: t(`${name}.title`), path: '/administration', hash: name })),
    REFERENCE_SECTIONS.filter(() => may(screens.reference)).map((kind) => ({
      key: kind,
      text: t(`reference:kind.${kind}`),
      path: `/administration/reference/${kind}`,
    })),
    may(screens.companyDomains)
      ? [
          {
            key: 'company_domains',
            text: t('screen.Company Domains', { ns: 'shell' }),
            path: '/administration/company_domains',
          },
        ]
      : [],
  ]
  return groups.filter((sections) => sections.length > 0)
}
