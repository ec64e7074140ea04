// The OpenAPI document passes the linters that authors of clients use, with the rules in openapi/.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import { Json } from '@stoplight/spectral-parsers'
import { expect, test } from 'vitest'
import { toOpenApi } from '../apps/server/src/http/openapi.ts'
import { ENDPOINTS } from '../packages/contract/src/areas.ts'
import { PARAMETER_DESCRIPTIONS } from '../packages/contract/src/parameter-descriptions.ts'
import spectralRules from './openapi/spectral.mjs'

const folder = fileURLToPath(new URL('./openapi/', import.meta.url))
const document = toOpenApi(ENDPOINTS, '1.0.0')

const redocly = async (source) => {
  const config = await loadConfig({ configPath: join(folder, 'redocly.yaml') })
  const problems = await lintFromString({ source: JSON.stringify(source), config })
  return problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`)
}

const spectral = async (source) => {
  const linter = new spectralCore.Spectral()
  linter.setRuleset(spectralRules)
  const found = await linter.run(new spectralCore.Document(JSON.stringify(source), Json))
  return found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)
}

test.each([
  ['Redocly', redocly],
  ['Spectral', spectral],
])('%s finds nothing in the document, and a fault that was put in', async (_, lint) => {
  expect(await lint(document)).toEqual([])
  const { summary: _gone, responses: _too, ...worse } = document.paths['/api/locales'].get
  const broken = { ...document, paths: { ...document.paths, '/api/locales': { get: worse } } }
  expect(await lint(broken)).not.toEqual([])
})

test('what parameters are said to mean is used', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const used = operations.flatMap(({ parameters }) => parameters.map(({ description }) => description))
  for (const [name, description] of Object.entries(PARAMETER_DESCRIPTIONS))
    expect(used, name).toContain(description)
})

test('an answer of a named kind is a reference, and all kinds are described', () => {
  const { schemas } = document.components
  for (const name of ['Incident', 'Message', 'MaintenanceEvent', 'Change', 'Problem'])
    expect(schemas[name], name).toMatchObject({ type: 'object', examples: [expect.anything()] })
  const { schema } = document.paths['/api/get_messages/'].get.responses[200].content['application/json']
  expect(schema.properties.messages.items).toEqual({ $ref: '#/components/schemas/Message' })
})
