import { createMessage, previewMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { createTemplate } from '@aviary/contract/templates/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('administrator')
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Expense'] })])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const draft = (body: string | Record<string, string>) => ({
  jira_id: 'OPI-1',
  priority_type: 'P1' as const,
  message_type: 'Update',
  body,
  broadcast: 'N' as const,
})
async function post(body: string | Record<string, string>) {
  const answer = await manager.call(createMessage, { body: draft(body) })
  expect([answer.status, answer.problem?.detail]).toEqual([200, undefined])
  return { ...answer.body, html: answer.body.message.body.en ?? '' }
}

describe('a body keeps', () => {
  test.each([
    [
      '<table><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>',
    ],
    ['<div>a</div><div>b</div>'],
    ['a<hr />b'],
    ['<dl><dt>a</dt><dd>b</dd></dl>'],
    ['<p>H<sub>2</sub>O, 2<sup>3</sup>, <s>old</s></p>'],
    ['<p><a href="https://acme.example/?a=1&amp;b=2">a</a> <a href="mailto:ops@acme.example">b</a></p>'],
  ])('%s', async (body) => {
    expect(await post(body)).toMatchObject({ html: body, removed: [] })
  })

  test.each([
    ['<section>a</section><article>b</article>', '<div>a</div><div>b</div>'],
    ['<center>a</center>b', '<div>a</div>b'],
    ['<h1>a</h1><h2>b</h2><h6>c</h6>', '<h3>a</h3><h3>b</h3><h4>c</h4>'],
    ['<details><summary>a</summary>b</details>', '<div><div>a</div>b</div>'],
    ['<figure><figcaption>a</figcaption></figure>b', '<div><div>a</div></div>b'],
    ['<p><span style="color:red"><font color="red">a</font></span></p>', '<p>a</p>'],
    ['<p style="display:none" class="x" onclick="x()">a</p>', '<p>a</p>'],
  ])('the words of %s as %s', async (body, html) => {
    expect(await post(body)).toMatchObject({ html, removed: [] })
  })
})

describe('removed parts are reported', () => {
  const part = (element: string, name = '', count = 1) => ({ element, name, count })
  test.each([
    ['<p>a</p><img src="https://x.example/a/diagram.png?x=1">', '<p>a</p>', [part('img', 'diagram.png')]],
    [
      'a<img alt="Two peaks" src="data:image/png;base64,AAAA"><img src="data:x">',
      'a',
      [part('img', 'Two peaks'), part('img')],
    ],
    ['a<script>1</script><script>2</script>', 'a', [part('script', '', 2)]],
    [
      'a<svg><title>b</title></svg><iframe src="https://x.example"></iframe>',
      'a',
      [part('svg'), part('iframe')],
    ],
    ['<p><a href="/home">a</a></p>', '<p><a>a</a></p>', [part('a', '/home')]],
    ['<p><a href="www.acme.example">a</a></p>', '<p><a>a</a></p>', [part('a', 'www.acme.example')]],
    ['<p><a href="#top">a</a></p>', '<p><a>a</a></p>', [part('a', '#top')]],
    ['<p><a href="//acme.example">a</a></p>', '<p><a>a</a></p>', [part('a', '//acme.example')]],
    [
      '<p><a href="\u00a0javascript:alert(1)">a</a></p>',
      '<p><a>a</a></p>',
      [part('a', 'javascript:alert(1)')],
    ],
    ['<p><a href="https:evil">a</a></p>', '<p><a>a</a></p>', [part('a', 'https:evil')]],
    ['<p>a<mark>b</mark></p>', '<p>ab</p>', [part('mark')]],
  ])('%s', async (body, html, removed) => {
    expect(await post(body)).toMatchObject({ html, removed })
  })

  test('with counts over all languages, at most twenty', async () => {
    const image = (index: number) => `<img src="https://x.example/${index}.png">`
    const many = Array.from({ length: 30 }, (_, index) => image(index)).join('')
    expect((await post(`a${many}`)).removed).toHaveLength(20)
    const { removed } = await post({ en: `a${image(1)}`, ja: `b${image(2)}` })
    expect(removed).toEqual([part('img', '1.png'), part('img', '2.png')])
  })

  test('in the preview, after an edit and for a template', async () => {
    const body = '<p>Words</p><img src="https://x.example/a.png">'
    const removed = [part('img', 'a.png')]
    const email_template_data = { current_status: 'Looking', next_update: '13:00 UTC' }
    const preview = { ...draft(body), broadcast: 'Y' as const, email_template_data }
    expect((await manager.call(previewMessage, { body: preview })).body.removed).toEqual(removed)
    const { message } = await post('<p>Before</p>')
    const { jira_id, priority_type, message_type } = draft(body)
    const edit = { jira_id, priority_type, message_type, body, message_id: message.id, language: 'en' }
    expect((await manager.call(updateMessage, { body: edit })).body.removed).toEqual(removed)
    const template = { template_type: 'message' as const, title: 'T', body, message_type: 'Update' }
    const created = await manager.call(createTemplate, { body: { ...template, affected_service: 'General' } })
    expect(created.body.removed).toEqual(removed)
  })
})

test('a body with only an image is refused with the reason', async () => {
  const refused = await manager.call(createMessage, {
    body: draft('<p><img src="https://x.example/a.png"></p>'),
  })
  expect([refused.status, refused.problem.detail]).toEqual([
    400,
    'body.body: Issue with Message Body: images are left out, and there is no text beside them',
  ])
})
