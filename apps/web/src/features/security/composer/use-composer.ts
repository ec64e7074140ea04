import { COMPOSER_REDIRECT_MS } from '@aviary/contract/constants'
import {
  createSecurityEmail,
  type SecurityEmail,
  updateSecurityEmail,
} from '@aviary/contract/security/email-endpoints'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentValue, isGatewayTimeout } from '../../../shared/api.ts'
import { isLike } from '../../../shared/saving/is-like.ts'
import { useEdited } from '../../../shared/saving/use-edited.ts'
import { bodyTo, createBy, useWrite } from '../../../shared/saving/use-write.ts'
import { emptyValues, textsOf, toBody, valuesOf } from './composer-values.ts'

export type ComposerProps = {
  commId: number
  /** Company id in the URL, for a new email. */
  companyId?: number | undefined
  /** Whether the comm does not exist, so that no email can be saved for it. */
  isCommGone?: boolean
  /** The current email, or its last state if it was deleted; undefined for a new email. */
  record?: SecurityEmail
  isDeleted?: boolean
  /** Called with the current email when an outdated save is refused (409). */
  onCurrent?: (current: SecurityEmail) => void
}

/** The composer's values and saving. */
export function useComposer({
  commId,
  companyId,
  record,
  onCurrent,
  mayEmails,
}: ComposerProps & { mayEmails: boolean }) {
  const { t } = useTranslation(['security-emails', 'security'])
  const draft = record ? `security-email-${record.id}` : `security-email-new-of-${commId}-${companyId ?? ''}`
  const edit = useEdited(draft, {
    record,
    valuesOf,
    empty: emptyValues(companyId),
    textsOf,
    names: {
      company_id: t('security:field.companyId'),
      subject: t('field.subject'),
      lines: t('body.title'),
    },
  })
  const body = toBody(edit.values, record?.version === edit.version ? record : undefined)
  const [isSaved, setSaved] = useState(false)
  const { goBack, stay } = useGoBack(mayEmails ? `/emails/${commId}` : '/')
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(goBack, COMPOSER_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isSaved, goBack])
  const saved = () => {
    edit.forget()
    setSaved(true)
  }
  const create = useWrite(createBy(createSecurityEmail), {
    topics: ['security'],
    createdAs: draft,
    done: t('toast.created'),
    // spec 3 §8: after a gateway timeout the email may exist; saving again does not create a second one.
    failed: (error) => t(isGatewayTimeout(error) ? 'toast.notCreated' : 'toast.createFailed'),
    onDone: saved,
  })
  const update = useWrite(bodyTo(updateSecurityEmail), {
    topics: ['security'],
    done: t('toast.edited'),
    failed: t('toast.editFailed'),
    onDone: saved,
    onFailed: (error) => {
      const current = getCurrentValue(error)
      if (record && isLike(record, current)) onCurrent?.(current)
    },
  })
  const fields = {
    company_id: Number(edit.values.company_id),
    subject: edit.values.subject.trim(),
    body,
    sec_comm_id: record?.sec_comm_id ?? commId,
    // spec 3 §3: an email saved by the composer always has this source.
    upload_source: 'MANUAL' as const,
  }
  return {
    edit,
    body,
    isSaved,
    isBusy: create.isPending || update.isPending,
    goBack,
    stay,
    save: () =>
      record ? update.mutate({ ...fields, id: record.id, version: edit.version }) : create.mutate(fields),
  }
}

/**
 * Goes back to the previous page, or to `up` if there is none in Aviary. Acts once and only while this page
 * is open, because a second press or the timer would go too far. `stay` allows another attempt.
 */
function useGoBack(up: string): { goBack: () => void; stay: () => void } {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  // Stable between renders: useComposer's redirect timer depends on it and would start anew.
  const [ways] = useState(() => {
    const here = router.latestLocation.pathname
    let isLeaving = false
    return {
      goBack: () => {
        if (isLeaving || router.latestLocation.pathname !== here) return
        isLeaving = true
        if (canGoBack) router.history.back()
        else void navigate({ to: up as '/' })
      },
      stay: () => {
        isLeaving = false
      },
    }
  })
  return ways
}
