import { SCOPES, type Scope, WRITE_SCOPES } from '@aviary/contract/scopes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HelpedCheckbox } from '../../ui/HelpedCheckbox.tsx'
import classes from './administration.module.css'

type Group = 'Read' | 'Write' | 'Send'

function groupOf(scope: Scope): Group {
  if (WRITE_SCOPES.some((other) => other === scope)) return 'Write'
  return scope.startsWith('read:') ? 'Read' : 'Send'
}

const GROUPS = ['Read', 'Write', 'Send'] as const

type Key<S extends Scope> = S extends `${infer Verb}:${infer Noun}` ? `${Verb}_${Noun}` : never

/** Name of the scope's text: i18next takes what is before a colon for a file. */
const keyOf = (scope: Scope) => scope.replace(':', '_') as Key<Scope>

type ScopeFieldsProps = {
  offered: readonly Scope[]
  /** Those that the person's own rights allow; all if omitted. */
  allowed?: readonly string[] | undefined
  chosen: readonly Scope[]
  onChange: (chosen: Scope[]) => void
}

/** The scopes of a token, by what they allow, each with what it opens. */
export function ScopeFields({ offered, allowed = offered, chosen, onChange }: ScopeFieldsProps) {
  const { t } = useTranslation('administration')
  const groups = GROUPS.map((group) => ({
    group,
    scopes: offered.filter((scope) => groupOf(scope) === group),
  }))
  const [before] = useState(chosen)
  const isAllowed = (scope: Scope) => allowed.includes(scope)
  return (
    <fieldset className={classes.pages}>
      <legend>{t('field.scopes')}</legend>
      {groups
        .filter(({ scopes }) => scopes.length > 0)
        .map(({ group, scopes }) => (
          <fieldset key={group} className={classes.scopes}>
            <legend>{t(`scope.group${group}`)}</legend>
            {scopes.map((scope) => (
              <HelpedCheckbox
                key={scope}
                label={scope}
                help={t(`scope.${keyOf(scope)}`)}
                reason={isAllowed(scope) ? undefined : t('ownToken.scopeNotYours')}
                isDisabled={!isAllowed(scope) && !before.includes(scope)}
                checked={chosen.includes(scope)}
                onChange={(isChecked) =>
                  onChange(SCOPES.filter((other) => (other === scope ? isChecked : chosen.includes(other))))
                }
              />
            ))}
          </fieldset>
        ))}
    </fieldset>
  )
}
