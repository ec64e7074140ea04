import type * as endpoints from '@aviary/contract/messages/endpoints'
import type { Call } from '../../http/call.ts'
import { previewBroadcast } from '../../mail/public.ts'
import { previewChannels } from '../channels/public.ts'
import { rememberPreview } from '../token-previews/public.ts'
import { getUntypedBodies, listMissingLanguages, type MessageSettings, translateBodies } from './bodies.ts'
import { checkDraft } from './create-message.ts'
import { getAudienceAndCriteria, renderMails } from './message-mail.ts'

/** Previews the broadcast of a draft, using the same functions that create it. */
export async function previewDraft(call: Call<typeof endpoints.previewMessage>, settings: MessageSettings) {
  const { db, now } = call
  const author = call.author()
  const { translate, ...draft } = call.body
  const checked = await checkDraft(db, draft, { author, now })
  const { audience, criteria } = await getAudienceAndCriteria(db, checked, settings)
  const bodies = translate
    ? await translateBodies(db, checked.written, settings.translate)
    : checked.written.typed
  const { contents } = await renderMails(db, { ...checked, bodies }, { settings })
  const preview = await previewBroadcast(db, { contents, criteria }, settings)
  const getContent = () => ({ draft, contents, criteria })
  if (audience === 'EXTERNAL') await rememberPreview(call, { kind: 'message', getContent }, preview.total)
  return {
    audience,
    ...preview,
    channels: await previewChannels(db, { to: criteria, audience, type: 'message.published' }, author),
    fallback_locales: await listMissingLanguages(db, contents),
    translations: getUntypedBodies(bodies, checked.written),
    removed: [...checked.written.removed],
  }
}
