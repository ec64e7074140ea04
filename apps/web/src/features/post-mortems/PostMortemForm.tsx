import {
  LONGEST_POST_MORTEM_TEXT,
  LONGEST_VERSION_NOTE,
  MOST_LINES,
  POST_MORTEM_TEXTS,
} from '@aviary/contract/post-mortems/rules'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { Textarea, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentValue, getFaults, isConflict } from '../../shared/api.ts'
import { useAuthorName } from '../../shared/author-name.ts'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { isLike } from '../../shared/saving/is-like.ts'
import { isNewer, useEdited } from '../../shared/saving/use-edited.ts'
import { useCount } from '../../shared/use-count.ts'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { News } from './News.tsx'
import { editDraft } from './parameters.ts'
import classes from './post-mortems.module.css'
import { TimelineFields } from './TimelineFields.tsx'
import { UseTemplate } from './UseTemplate.tsx'
import { useSave } from './use-post-mortem.ts'
import { comparable, EMPTY, textsOf, type Values, valuesOf } from './values.ts'

// Loaded lazily: the text comparison needs a library that few visits use.
const Differences = lazyWithRetry(async () => ({ default: (await import('./Differences.tsx')).Differences }))

type PostMortemFormProps = {
  /** The newest version, also while others save. */
  newest: PostMortem
  onClose: () => void
}

/** Edits a post-mortem; each save is a version. */
export function PostMortemForm({ newest, onClose }: PostMortemFormProps) {
  const { t } = useTranslation(['post-mortem', 'shell'])
  const offline = useOfflineReason()
  // A refused save answers the newest version before the push of it arrives.
  const [current, setCurrent] = useState(newest)
  if (isNewer(newest, current)) setCurrent(newest)
  const { jira_id } = current
  const edit = useEdited(editDraft(jira_id), {
    ...{ record: current, valuesOf, empty: EMPTY, comparable, isOther: isNewer },
    ownFields: ['note'],
  })
  const leave = () => {
    edit.forget()
    onClose()
  }
  const save = useSave({
    onDone: leave,
    onFailed: (error) => {
      const value = isConflict(error) ? getCurrentValue(error) : undefined
      if (isLike(current, value)) setCurrent(value)
    },
  })
  const { values } = edit
  const write = (changes: Partial<Values>) => {
    if (save.isError) save.reset()
    edit.write(changes)
  }
  // While saving, a push may report this very save; the newer version is then not a conflict.
  const isOutdated = edit.isOutdated && !save.isPending
  const fault = useFault(values)
  const findReason = () => {
    if (fault) return fault
    if (!edit.isDirty) return t('shell:form.mustModify')
    return isOutdated ? t('shell:form.decide') : offline
  }
  const faultOf = (name: string) => getFaults(save.error).find(({ path }) => path === name)?.message
  return (
    <Dialog title={t('form.title', { id: jira_id })} size="wide" isDirty={edit.isDirty} onClose={leave}>
      {(close) => (
        <DialogForm
          submit={t('shell:form.save')}
          reason={findReason()}
          isBusy={save.isPending}
          onCancel={close}
          onSubmit={() => save.mutate(toBody(values, edit.version ?? current.version, jira_id))}
        >
          {isOutdated && <TheirChange current={current} edit={edit} />}
          <UseTemplate values={values} onChange={write} />
          {POST_MORTEM_TEXTS.map((name, index) => (
            <Textarea
              key={name}
              data-autofocus={index === 0 || undefined}
              label={t(name)}
              description={name === 'lessons' && t('lessonsHelp')}
              rows={name === 'summary' ? 4 : 3}
              className={classes.field}
              maxLength={LONGEST_POST_MORTEM_TEXT}
              value={values[name]}
              error={faultOf(name)}
              onChange={(event) => write({ [name]: event.currentTarget.value })}
            />
          ))}
          <News base={edit.base ?? current} values={values} onChange={write} />
          <TimelineFields
            lines={values.timeline}
            faultOf={(index) => faultOf(`timeline.${index}.text`)}
            onChange={(timeline) => write({ timeline })}
          />
          <TextInput
            label={t('form.note')}
            description={t('form.noteHelp')}
            maxLength={LONGEST_VERSION_NOTE}
            value={values.note}
            onChange={(event) => write({ note: event.currentTarget.value })}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}

/** Why the values cannot be saved. */
function useFault({ timeline }: Values): string | undefined {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const empty = timeline.findIndex(({ at, text }) => at === '' || text.trim() === '')
  if (empty !== -1) return t('form.emptyLine', { number: number(empty + 1) })
  return timeline.length > MOST_LINES ? t('form.mostLines', { number: number(MOST_LINES) }) : undefined
}

const toBody = ({ timeline, note, newEntries, ...values }: Values, version: number, jira_id: string) => ({
  ...{ jira_id, version, note, ...textsOf(values) },
  timeline: timeline.map((line) => ({ ...line })),
  ...(newEntries ? { new_entries: [...newEntries] } : {}),
})

type TheirChangeProps = {
  current: PostMortem
  edit: ReturnType<typeof useEdited<PostMortem, Values>>
}

/** What somebody else saved meanwhile, and the choice between the two. */
function TheirChange({ current, edit }: TheirChangeProps) {
  const { t } = useTranslation('post-mortem')
  const number = useCount()
  const authorName = useAuthorName()
  return (
    <ChangedMeanwhile
      message={t('newer', { who: authorName(current.saved_by), number: number(current.version) })}
      edit={edit}
    >
      <Suspense fallback={<Skeleton rows={2} label={t('versions.loading')} />}>
        <Differences before={edit.base ?? current} after={current} />
      </Suspense>
    </ChangedMeanwhile>
  )
}
