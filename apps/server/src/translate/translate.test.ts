import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answers,
  breaksOff,
  hangs,
  refuses,
  says,
  sendsOn,
  startTranslator,
  type TestTranslator,
} from '../../testing/translator.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openTranslator } from './translate.ts'

let translator: TestTranslator
const log: string[] = []
const noting = { warn: (about: object, text: string) => void log.push(`${text} ${JSON.stringify(about)}`) }
beforeAll(async () => {
  translator = await startTranslator()
})
beforeEach(() => {
  log.length = 0
  translator.requests.length = 0
  translator.behave('ja', undefined)
})
afterAll(() => translator.close())

const open = (service: { url?: string; apiKey?: string } | undefined, answersWithinMs = 60_000) =>
  openTranslator(service && { url: translator.url, apiKey: undefined, ...service }, {
    log: noting,
    answersWithinMs,
  })
const html = '<p>A secret <b>plan</b></p>'

test('asks for every language as LibreTranslate wants it, with the key where there is one', async () => {
  expect(await open({ apiKey: 'hunter2' })(html, ['ja', 'zh'])).toEqual({
    ja: '<p>[ja] A secret <b>[ja] plan</b></p>',
    zh: '<p>[zh] A secret <b>[zh] plan</b></p>',
  })
  expect(translator.requests.toSorted((a, b) => a.target.localeCompare(b.target))).toEqual([
    { q: html, source: 'en', target: 'ja', format: 'html', api_key: 'hunter2' },
    { q: html, source: 'en', target: 'zh', format: 'html', api_key: 'hunter2' },
  ])
  await open({})(html, ['ja'])
  expect(translator.requests[2]).not.toHaveProperty('api_key')
  expect(log).toEqual([])
})

test('without a service nothing is asked, translated or complained about', async () => {
  expect(await open(undefined)(html, ['ja'])).toEqual({})
  expect([translator.requests, log]).toEqual([[], []])
})

describe('a language that cannot be translated is left out and logged without text or key', () => {
  const elsewhere = 'http://127.0.0.1:9/translate'
  test.each([
    ['refuses', refuses(500), 'the service answered 500'],
    ['knows no such language', refuses(400), 'the service answered 400'],
    ['sends on to somewhere else', sendsOn(elsewhere), 'the service answered 307'],
    ['hangs', hangs, 'the service took too long'],
    ['breaks off', breaksOff, /^the service cannot be reached/],
    ['answers no JSON', says('<html>A secret plan</html>'), /something else than a translation$/],
    ['answers another JSON', says('{"translatedText": ["A secret plan"]}'), /something else than/],
    ['answers nothing', answers(() => ' <p>&nbsp;</p>'), 'nothing is left of the translation'],
    ['answers only a script', answers(() => '<script>1</script>'), 'nothing is left of the translation'],
    ['answers too long a text', answers(() => 'x'.repeat(100_001)), /longer than a body may be$/],
    [
      'answers a short text in long markup',
      answers(() => `<p title="${'x'.repeat(100_000)}">a</p>`),
      /may be$/,
    ],
    ['answers much markup', answers(() => '<b>a</b>'.repeat(2_501)), /more tags than a body may have$/],
    ['answers without end', says('x'.repeat(2 * 1024 * 1024)), 'the answer of the service is too large'],
  ])('when the service %s', async (_, how, reason) => {
    translator.behave('ja', how)
    const answer = await open({ apiKey: 'hunter2' }, how === hangs ? 2_000 : 60_000)(html, ['de', 'ja'])
    expect(Object.keys(answer)).toEqual(['de'])
    expect(log).toHaveLength(1)
    const line = JSON.parse(log[0]?.replace('a message was not translated ', '') ?? '')
    expect(line).toEqual({ locale: 'ja', reason: expect.stringMatching(reason) })
    expect(log.join()).not.toMatch(/secret|hunter2/)
  })

  test('when there is no service at its address', async () => {
    const gone = await startTranslator()
    await gone.close()
    expect(await open({ url: gone.url })(html, ['ja'])).toEqual({})
    expect(log.join()).toContain('the service cannot be reached (ECONNREFUSED)')
  })
})

test('translations as large as bodies may be are read in slices, with rests between them', async () => {
  const locales = ['de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']
  const long = '<p>A <i>sentence</i> that says something</p>'.repeat(600)
  const held: (() => void)[] = []
  for (const locale of locales)
    translator.behave(locale, (response, question) =>
      held.push(() => answers(() => long)(response, question)),
    )
  const translated = open({})(html, locales)
  await waitFor(() => expect(held).toHaveLength(locales.length))
  const rests = watchRests()
  for (const answer of held) answer()
  expect(Object.keys(await translated)).toEqual(locales)
  for (const locale of locales) translator.behave(locale, undefined)
  // Without `inSlices`, timers would almost never fire on time.
  expect(rests.share()).toBeGreaterThan(0.15)
})

/** Measures the share of time in which a timer fired punctually. */
function watchRests() {
  const startedAt = performance.now()
  let [last, rested] = [startedAt, 0]
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last < 15) rested += now - last
    last = now
  }, 1)
  return {
    share: () => {
      clearInterval(timer)
      return rested / (performance.now() - startedAt)
    },
  }
}

test('the answer of a hostile service is sanitized like typed text', async () => {
  translator.behave(
    'ja',
    answers(
      () => '<p onclick="x()">調査中<script>alert(1)</script><a href="javascript:x">b</a><img src=x></p>',
    ),
  )
  expect(await open({})(html, ['ja'])).toEqual({ ja: '<p>調査中<a>b</a></p>' })
})
