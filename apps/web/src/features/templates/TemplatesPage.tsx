import { MESSAGE_PREVIEW_MAX_CHARACTERS } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import {
  createTemplate,
  deleteTemplate,
  type Template,
  updateTemplate,
} from '@aviary/contract/templates/endpoints'
import { Button } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useOpenForm } from '../../shared/use-open-form.ts'
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SegmentNav } from '../../ui/SegmentNav.tsx'
import { CreateTemplate, createDraft } from './CreateTemplate.tsx'
import { TemplateTable } from './TemplateTable.tsx'
import type { TemplateType } from './template-form.ts'
import { editDraft } from './template-form.ts'
import { UpdateTemplate } from './UpdateTemplate.tsx'
import { useDeleteTemplate, useTemplates } from './use-templates.ts'

const TYPES: readonly TemplateType[] = ['message', 'notification']

export function TemplatesPage() {
  const { type: requestedType }: { type?: string } = useParams({ strict: false })
  const type = TYPES.find((candidate) => candidate === requestedType)
  if (!type) return <Navigate to="/not-found" replace />
  return <Templates key={type} type={type} />
}

/** The templates of one type (spec 2 §2.5). */
function Templates({ type }: { type: TemplateType }) {
  const { t } = useTranslation(['templates', 'shell'])
  const may = useMay()
  const query = useTemplates()
  const { data, error } = query
  const { open, create, edit, remove, close } = useOpenForm({
    rows: data,
    newDrafts: useMemo(() => [createDraft(type)], [type]),
    getDrafts: useCallback(
      ({ pkey, template_type }: Template) => (template_type === type ? [editDraft(pkey)] : []),
      [type],
    ),
  })
  useErrorToast(error, t('toast.templates'))
  return (
    <>
      <PageHeader title={t('title')}>
        {may(createTemplate) && (
          <Button size="sm" onClick={create}>
            {t('create')}
          </Button>
        )}
      </PageHeader>
      <TypeLinks />
      <Panel title={t(`type.${type}`)}>
        {!data && error ? (
          <LoadError query={query} failure={t('list.error')} />
        ) : (
          <TemplateTable
            type={type}
            templates={data}
            mayEdit={may(updateTemplate)}
            mayDelete={may(deleteTemplate)}
            onEdit={edit}
            onDelete={remove}
          />
        )}
      </Panel>
      {open?.what === 'create' && may(createTemplate) && <CreateTemplate type={type} onClose={close} />}
      {open?.what === 'edit' && may(updateTemplate) && (
        <UpdateCurrent key={open.row.pkey} template={open.row} all={data} onClose={close} />
      )}
      {open?.what === 'remove' && <DeleteTemplate template={open.row} onClose={close} />}
    </>
  )
}

const TypeLinks = () => {
  const { t } = useTranslation('templates')
  return (
    <SegmentNav label={t('types')}>
      {TYPES.map((type) => (
        <Link key={type} to="/template_management/$type" params={{ type } as never}>
          {t(`type.${type}`)}
        </Link>
      ))}
    </SegmentNav>
  )
}

type UpdateProps = { template: Template; all: readonly Template[] | undefined; onClose: () => void }

/** Edits the template as stored now, not as it was when the row was clicked. */
function UpdateCurrent({ template, all, onClose }: UpdateProps) {
  const current = all?.find(({ pkey }) => pkey === template.pkey)
  // Keeps the last seen template, so that a deleted one can still be shown.
  const [seen, setSeen] = useState(template)
  if (current && current !== seen) setSeen(current)
  return (
    <UpdateTemplate template={current ?? seen} isDeleted={all !== undefined && !current} onClose={onClose} />
  )
}

function DeleteTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const remove = useDeleteTemplate(onClose)
  const { pkey, title, body } = template
  return (
    <ConfirmDelete
      what={`${title}: ${bodyPreview(body, MESSAGE_PREVIEW_MAX_CHARACTERS)}`}
      disabledReason={useOfflineReason()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(pkey)}
      onClose={onClose}
    />
  )
}
