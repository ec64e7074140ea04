import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pagesOf } from './api-reference/pages.mjs'
import { currentPages, folder } from './api-reference.mjs'

const pages = currentPages()
const text = (name) => readFileSync(join(folder, name), 'utf8')

test.each([...pages])('docs/api/%s says what the contract says', (name, page) => {
  expect(text(name) === page, `docs/api/${name} is out of date. Run: npm run api-reference`).toBe(true)
})

test('the folder holds these pages and the introduction, which leads to each of them', () => {
  expect(readdirSync(folder).sort()).toEqual(['README.md', ...pages.keys()].sort())
  const led = [...text('README.md').matchAll(/^\| \[[^\]]+\]\((\w+\.md)\)/gm)].map(([, name]) => name)
  expect(led).toEqual([...pages.keys()])
})

test('every anchor of the introduction that a page links to exists', () => {
  const anchors = [...text('README.md').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  const meant = [...pages.values()].flatMap((page) => [...page.matchAll(/README\.md#([\w-]+)/g)])
  expect(anchors).toEqual(expect.arrayContaining([...new Set(meant.map(([, anchor]) => anchor))]))
})

describe('of an operation', () => {
  const operation = {
    tags: ['Things'],
    operationId: 'createThing',
    summary: 'Makes a thing | or two',
    description: 'For people with the action `create_thing`.',
    parameters: [
      { name: 'X-CSRF-Token', in: 'header', required: true, schema: { type: 'string' } },
      {
        name: 'at',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 0, maximum: 9, default: 3 },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['kind'],
            properties: {
              kind: { type: 'string', enum: ['A', 'B'] },
              parts: {
                type: 'array',
                maxItems: 2,
                items: {
                  type: 'object',
                  properties: { name: { type: 'string', minLength: 1, pattern: '\\S' } },
                },
              },
              until: {
                anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
                description: 'Its end.',
              },
              names: { type: 'object', additionalProperties: { type: 'string', maxLength: 5 } },
            },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
      },
      504: { description: 'Too long', content: { 'application/problem+json': { schema: {} } } },
      '4XX': { description: 'Refused' },
    },
  }
  const document = {
    tags: [{ name: 'Things', description: 'All things.' }],
    paths: { '/api/things': { post: operation } },
    components: {
      schemas: { Thing: { type: 'object', properties: { size: { type: 'integer', maximum: 7 } } } },
    },
  }
  const page = pagesOf(document).get('things.md') ?? ''

  test.each([
    ['its address', '`POST /api/things`'],
    ['who may', 'For people with the action `create_thing`.'],
    ['its headers', 'Headers: [`X-CSRF-Token`](README.md#anti-forgery)'],
    ['its parameters', '| `at` | integer, in the query |  | 0 to 9. Default: `3`. |'],
    ['a choice', '| `kind` | string | yes | One of `A`, `B`. |'],
    ['a list', '| `parts` | list of object |  | At most 2 of them. |'],
    ['what is in a list', '| `parts[].name` | string |  | At least 1 characters, not blank. |'],
    ['what may be null', '| `until` | time or null |  | Its end. |'],
    ['a map', '| `names` | map |  | Each: At most 5 characters. |'],
    ['a named schema', '| `size` | integer |  | At most 7. |'],
    ['other statuses', '**504** Too long ([a problem](README.md#refusals))'],
    ['a summary whose bars end no cell', 'Makes a thing \\| or two |'],
  ])('%s is documented', (_, line) => expect(page).toContain(line))
})
