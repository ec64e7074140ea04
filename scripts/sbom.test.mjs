import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from './run-program.mjs'
import { sbomOf } from './sbom.mjs'
import { isBuilt, parts } from './sources.mjs'

const lock = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'))
const sbom = sbomOf(lock)
const componentsNamed = (name) => sbom.components.filter((component) => component.name === name)
const usedBy = (folder) =>
  JSON.parse(readFileSync(join(projectFolder, folder, 'package.json'), 'utf8')).dependencies

test('the bill names every package that the product uses, by the version that is installed', () => {
  for (const [name, version] of Object.entries({ ...usedBy('apps/server'), ...usedBy('apps/web') }))
    if (!name.startsWith('@aviary/'))
      expect(componentsNamed(name).map((component) => component.version)).toContain(version)
  const [fastify] = componentsNamed('fastify')
  expect(fastify).toMatchObject({
    purl: `pkg:npm/fastify@${usedBy('apps/server').fastify}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
})

test('what only builds and tests the product is not in it, and what a package needs is', () => {
  for (const name of ['vitest', 'playwright-core', '@biomejs/biome', 'typescript'])
    expect(componentsNamed(name)).toEqual([])
  const refs = new Set(sbom.components.map((component) => component['bom-ref']))
  expect(refs.size).toBe(sbom.components.length)
  for (const { dependsOn } of sbom.dependencies) for (const ref of dependsOn) expect(refs).toContain(ref)
  expect(sbom.dependencies.find(({ ref }) => ref.startsWith('fastify@')).dependsOn.join()).toMatch(/avvio@/)
})

test('it is the same for the same lock file', () => {
  expect(JSON.stringify(sbomOf(lock))).toBe(JSON.stringify(sbom))
})

test('the build writes it beside the server', () => {
  expect(isBuilt(parts.server), 'run "npm run build" first').toBe(true)
  const file = join(projectFolder, parts.server.output, 'sbom.cdx.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(sbom)
})
