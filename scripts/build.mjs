// `npm run build`: builds the parts whose sources have changed, or all of them with --force.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { compressFolder } from './compress.mjs'
import { licensesOf } from './licenses.mjs'
import { projectFolder, secondsSince } from './run-program.mjs'
import { sbomOf } from './sbom.mjs'
import { forgetBuild, hashOfSources, isBuilt, markBuilt, parts } from './sources.mjs'

const serverFolder = join(projectFolder, 'apps/server')
const webFolder = join(projectFolder, 'apps/web')

// The contract is bundled, because it exists only as TypeScript.
const isPackage = (id) => /^[a-z@]/i.test(id) && !id.startsWith('@aviary/contract')
// An optional package of the database driver, which the project does not install.
const isNotInstalled = (id) => id === 'pg-native'

// The server's packages stay outside its bundle: bundled, the server would start sooner but hold 10 MB more
// while idle. Commands run briefly and would spend most of their time finding packages, so theirs are
// bundled.
const programs = [
  {
    input: { main: 'src/main.ts', 'seed-demo-process': 'src/demo/seed-demo-process.ts' },
    external: isPackage,
  },
  { input: { cli: 'src/cli/main.ts' }, external: isNotInstalled },
]

async function buildServer() {
  const dir = join(projectFolder, parts.server.output)
  rmSync(dir, { recursive: true, force: true })
  const bundled = []
  for (const { input, external } of programs) {
    const checks = { eval: false } // packages use eval
    const bundle = await rolldown({ cwd: serverFolder, input, platform: 'node', external, checks })
    const { output } = await bundle.write({ dir, format: 'esm', sourcemap: true })
    await bundle.close()
    for (const { moduleIds = [] } of output) bundled.push(...moduleIds)
  }
  const lock = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'))
  // The bill of materials stays out of the web app's folder, because everything in that folder is public.
  writeFileSync(join(dir, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(lock), null, 2)}\n`)
  writeFileSync(join(dir, 'licenses.txt'), licensesOf(bundled))
}

async function buildWeb() {
  process.env.NODE_ENV = 'production'
  const vite = createRequire(join(webFolder, 'package.json')).resolve('vite')
  const { build } = await import(pathToFileURL(vite).href)
  await build({ root: webFolder, logLevel: 'warn' })
  await compressFolder(join(projectFolder, parts.web.output))
}

const builders = { server: buildServer, web: buildWeb }

async function buildPart(name) {
  const start = performance.now()
  const hash = hashOfSources(parts[name])
  forgetBuild(parts[name])
  try {
    await builders[name]()
  } catch (error) {
    console.error(error.message) // the bundlers' messages include the source position
    process.exitCode = 1
    return
  }
  markBuilt(parts[name], hash)
  console.log(`Built the ${name} in ${secondsSince(start)}`)
}

for (const name of Object.keys(builders)) {
  if (!isBuilt(parts[name]) || process.argv.includes('--force')) await buildPart(name)
}
