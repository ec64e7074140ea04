import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyPreview, hasTooManyTags } from '@aviary/contract/messages/body'
import { LONGEST_BODY } from '@aviary/contract/messages/schemas'
import { z } from 'zod'
import { sanitizeBody } from '../html/sanitize.ts'
import { inSlices } from '../process/in-slices.ts'
import { parseJson } from '../process/parse-json.ts'
import { readAnswer } from '../process/read-answer.ts'
import { inRequest } from '../process/tracing.ts'

/** Timeout per language; all languages are requested in parallel. */
const ANSWERS_WITHIN_MS = 8_000
const LARGEST_ANSWER = 1024 * 1024

/**
 * Translates English HTML and sanitizes the results. Languages whose translation failed are missing from the
 * result.
 */
export type Translate = (html: string, locales: readonly string[]) => Promise<Record<string, string>>

type Service = { url: string; apiKey: string | undefined }
type Log = { warn: (about: { locale: string; reason: string }, text: string) => void }
type Options = { log: Log; answersWithinMs?: number }

/** Returns a translator. Without a service it translates nothing, and every language falls back to English. */
export function openTranslator(service: Service | undefined, options: Options): Translate {
  if (!service) return async () => ({})
  const { log, answersWithinMs = ANSWERS_WITHIN_MS } = options
  return async (html, locales) => {
    const translated = await Promise.all(
      locales.map(async (locale) => {
        try {
          const signal = AbortSignal.timeout(answersWithinMs)
          return [[locale, await ask(service, { html, locale, signal })]]
        } catch (error) {
          // Logs neither text nor key: more people read logs than messages that are not sent yet.
          log.warn({ locale, reason: reasonOf(error) }, 'a message was not translated')
          return []
        }
      }),
    )
    return Object.fromEntries(translated.flat())
  }
}

class Untranslated extends Error {}

type TranslationRequest = { html: string; locale: string; signal: AbortSignal }

async function ask({ url, apiKey }: Service, { html, locale, signal }: TranslationRequest): Promise<string> {
  const response = await inRequest({ service: 'translator', method: 'POST' }, (trace) =>
    fetch(`${url}/translate`, {
      method: 'POST',
      headers: { ...trace, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        q: html,
        source: FALLBACK_LOCALE,
        target: locale,
        format: 'html',
        api_key: apiKey,
      }),
      redirect: 'manual', // text and key go to the configured address only
      signal,
    }),
  )
  if (!response.ok) {
    await response.body?.cancel()
    throw new Untranslated(`the service answered ${response.status}`)
  }
  const text = await readAnswer(response, LARGEST_ANSWER)
  if (text === undefined) throw new Untranslated('the answer of the service is too large')
  return inSlices(() => readTranslation(text))
}

const answer = z.object({ translatedText: z.string() })

function readTranslation(text: string): string {
  const parsed = answer.safeParse(parseJson(text))
  if (!parsed.success) throw new Untranslated('the service answered something else than a translation')
  const { translatedText } = parsed.data
  // The same limit as for typed bodies: parsing a longer body would delay all other requests.
  if (translatedText.length > LONGEST_BODY) throw tooLong()
  if (hasTooManyTags(translatedText))
    throw new Untranslated('the translation has more tags than a body may have')
  const html = sanitizeBody(translatedText).trim()
  if (bodyPreview(html, 1) === '') throw new Untranslated('nothing is left of the translation')
  if (html.length > LONGEST_BODY) throw tooLong()
  return html
}

const tooLong = () => new Untranslated('the translation is longer than a body may be')

function reasonOf(error: unknown): string {
  if (error instanceof Untranslated) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'the service took too long'
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return `the service cannot be reached${code}`
}
