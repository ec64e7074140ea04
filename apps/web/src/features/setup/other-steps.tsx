import type { SetupSteps } from '@aviary/contract/setup/endpoints'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCount } from '../../shared/use-count.ts'
import { type Place, Step } from './Step.tsx'

type StepOf<Name extends keyof SetupSteps> = { place: Place; facts: SetupSteps[Name] }

export function AdministratorStep({ place, facts }: StepOf<'administrator'>) {
  const { t } = useTranslation('setup')
  const number = useCount()
  const count = facts.administrators
  return (
    <Step
      place={place}
      title={t('administrator.title')}
      action={<ToAdministration text={t('administrator.action')} />}
    >
      <p>
        {t('administrator.people', { count, number: number(count) })}{' '}
        {count === 1 && t('administrator.alone')}
      </p>
    </Step>
  )
}

export function ReferenceStep({ place, facts }: StepOf<'reference'>) {
  const { t } = useTranslation('setup')
  const number = useCount()
  const { services, data_centers } = facts
  return (
    <Step
      place={place}
      title={t('reference.title')}
      action={
        <Button
          component={Link}
          to="/administration/reference/{-$kind}"
          params={{ kind: 'service' } as never}
          size="sm"
          variant="default"
        >
          {t('reference.action')}
        </Button>
      }
    >
      <p>
        {t('reference.fact', {
          services: t('reference.services', { count: services, number: number(services) }),
          dataCenters: t('reference.dataCenters', { count: data_centers, number: number(data_centers) }),
        })}
      </p>
    </Step>
  )
}

export function PeopleStep({ place, facts }: StepOf<'people'>) {
  const { t } = useTranslation('setup')
  const number = useCount()
  const { people, mapped_groups: groups } = facts
  const isDemo = facts.sign_in === 'demo'
  return (
    <Step place={place} title={t('people.title')} action={<ToAdministration text={t('people.action')} />}>
      <p>{t(isDemo ? 'people.demo' : 'people.provider')}</p>
      <p>
        {t('people.people', { count: people, number: number(people) })}{' '}
        {!isDemo && t('people.groups', { count: groups, number: number(groups) })}
      </p>
    </Step>
  )
}

function ToAdministration({ text }: { text: string }) {
  return (
    <Button component={Link} to="/administration" size="sm" variant="default">
      {text}
    </Button>
  )
}
