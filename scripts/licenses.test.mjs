import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licensesOf } from './licenses.mjs'
import { projectFolder } from './run-program.mjs'
import { isBuilt, parts } from './sources.mjs'

test('the build writes the licence text of every library in the command line beside it', () => {
  expect(isBuilt(parts.server), 'run "npm run build" first').toBe(true)
  const output = join(projectFolder, parts.server.output)
  const text = readFileSync(join(output, 'licenses.txt'), 'utf8')
  const named = [...text.matchAll(/^## (\S+) - \S+ \(.+\)$/gm)].map(([, name]) => name)
  expect(named).toEqual(expect.arrayContaining(['commander', 'csv-parse', 'drizzle-orm', 'pg', 'zod']))
  // The source map names every file that the bundle is made of.
  const { sources } = JSON.parse(readFileSync(join(output, 'cli.js.map'), 'utf8'))
  for (const source of sources) {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? []
    if (name) expect(named).toContain(name)
  }
  expect(text).not.toMatch(/GPL|SSPL|Commons Clause/)
})

test('a licence is the text in the package, the section of its readme, or what its manifest says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aviary-licenses-'))
  const add = (name, manifest, files = {}) => {
    const packageFolder = join(folder, 'node_modules', name)
    mkdirSync(packageFolder, { recursive: true })
    writeFileSync(
      join(packageFolder, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', ...manifest }),
    )
    for (const [file, content] of Object.entries(files)) writeFileSync(join(packageFolder, file), content)
    return join(packageFolder, 'index.js')
  }
  const files = [
    add('text', { license: 'MIT' }, { LICENSE: 'Copyright Ada', NOTICE: 'Thanks' }),
    add(
      '@some/readme',
      { license: 'ISC' },
      { 'README.md': '# readme\n\n## License\n\nCopyright Bo\n\n## More' },
    ),
    add('manifest', { license: 'MIT', author: 'Cy' }),
    join(folder, 'src/own.ts'),
  ]
  const text = licensesOf(files)
  expect(text).toContain('## text - 1.0.0 (MIT)\n\nCopyright Ada\n\nThanks\n')
  expect(text).toContain('## @some/readme - 1.0.0 (ISC)\n\nCopyright Bo\n')
  expect(text).toContain('The package has no licence text; its manifest says MIT, by Cy.')
  expect(text.match(/^## /gm)).toHaveLength(3)
  expect(() => licensesOf([add('nothing', {})])).toThrow('nothing@1.0.0 names no licence')
  rmSync(folder, { recursive: true })
})
