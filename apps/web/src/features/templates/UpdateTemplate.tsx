import type { Template } from '@aviary/contract/templates/endpoints'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { isNewer, useEdited } from '../../shared/saving/use-edited.ts'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import {
  comparable,
  EMPTY,
  editDraft,
  type FormValues,
  findMissing,
  toNewTemplate,
  toValues,
} from './template-form.ts'
import classes from './templates.module.css'
import { useUpdateTemplate } from './use-templates.ts'

// Loaded lazily: the text comparison needs a library that few visits use.
const ChangeHistory = lazyWithRetry(async () => ({
  default: (await import('./ChangeHistory.tsx')).ChangeHistory,
}))
const Differences = lazyWithRetry(async () => ({ default: (await import('./Differences.tsx')).Differences }))

type UpdateTemplateProps = {
  /** The template as stored now, including changes made by others while the dialog is open. */
  template: Template
  isDeleted: boolean
  onClose: () => void
}

export function UpdateTemplate({ template, isDeleted, onClose }: UpdateTemplateProps) {
  const { t } = useTranslation('templates')
  const offline = useOfflineReason()
  const type = template.template_type
  const edit = useEdited(editDraft(template.pkey), {
    record: template,
    valuesOf: toValues,
    empty: EMPTY,
    comparable: comparable(type),
    isOther: isNewer,
  })
  const leave = () => {
    edit.forget()
    onClose()
  }
  const update = useUpdateTemplate(leave)
  // While saving, a push may report this very save; the newer version is then not a conflict.
  const isOutdated = edit.isOutdated && !update.isPending
  const findFault = () => {
    if (isDeleted) return 'deleted'
    if (findMissing(edit.values, type).length > 0) return 'valueMissing'
    if (!edit.isDirty) return 'mustModify'
    return isOutdated ? 'decide' : undefined
  }
  const problem = findFault()
  return (
    <Dialog title={t(`form.update.${type}`)} size="xl" isDirty={edit.isDirty} onClose={leave}>
      {(close) => (
        <div className={classes.form}>
          {isOutdated && <TheirChange template={template} edit={edit} />}
          <TemplateForm
            type={type}
            values={edit.values}
            onChange={edit.write}
            own={toValues(template)}
            submitText={t('form.save')}
            reason={problem ? t(`form.${problem}`) : offline}
            isBusy={update.isPending}
            onCancel={close}
            onSubmit={() =>
              update.mutate({
                ...toNewTemplate(edit.values, type, template.body),
                pkey: template.pkey,
                version: edit.version,
              })
            }
          />
          <History template={template} />
        </div>
      )}
    </Dialog>
  )
}

type TheirChangeProps = {
  template: Template
  edit: ReturnType<typeof useEdited<Template, FormValues>>
}

/** The changes that somebody else saved meanwhile, and the choice between the two versions (409). */
function TheirChange({ template, edit }: TheirChangeProps) {
  const { t } = useTranslation('templates')
  const getAuthorName = useAuthorName()
  return (
    <ChangedMeanwhile
      message={t('form.changedMeanwhile', { who: getAuthorName(template.updated_by ?? '') })}
      edit={edit}
    >
      <Suspense fallback={<Skeleton rows={2} label={t('history.loading')} />}>
        <Differences
          before={toValues(edit.base ?? template)}
          after={toValues(template)}
          type={template.template_type}
        />
      </Suspense>
    </ChangedMeanwhile>
  )
}

function History({ template }: { template: Template }) {
  const { t } = useTranslation('templates')
  const [shows, setShows] = useState(false)
  return (
    <div>
      <Button variant="default" size="compact-sm" aria-expanded={shows} onClick={() => setShows(!shows)}>
        {t(shows ? 'history.hide' : 'history.show')}
      </Button>
      {shows && (
        <Suspense fallback={<Skeleton rows={3} label={t('history.loading')} />}>
          <ChangeHistory template={template} />
        </Suspense>
      )}
    </div>
  )
}
