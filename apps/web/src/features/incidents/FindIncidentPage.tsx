import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readIncidentId } from '../../shared/incident-id.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import classes from './incident-details.module.css'

/** The details page without an id in the URL: asks for the incident's id (spec 1 §2.1). */
export function FindIncidentPage() {
  const { t } = useTranslation(['incident', 'shell'])
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isTouched, setTouched] = useState(false)
  const id = readIncidentId(text)
  const open = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (id) navigate({ to: '/details/$id', params: { id } })
  }
  return (
    <>
      <PageHeader title={t('facts.title')}>
        <Link to="/">{t('shell:login.toStart')}</Link>
      </PageHeader>
      <Panel title={t('find.title')}>
        <form className={classes.find} onSubmit={open} noValidate>
          <TextInput
            label={t('find.label')}
            description={t('find.help')}
            required
            maxLength={50}
            value={text}
            error={isTouched && !id && t('find.wrong')}
            onBlur={() => setTouched(text.trim() !== '')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!id} title={id ? undefined : t('find.wrong')}>
            {t('find.open')}
          </Button>
        </form>
      </Panel>
    </>
  )
}
