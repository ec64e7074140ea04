import { spawn } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, projectNode } from './install.mjs'
import { endWithAdvice, projectFolder } from './run-program.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'

const webFolder = join(projectFolder, 'apps/web')
/** Paths that the server answers; all others belong to the web app. */
const SERVER_PATHS = '^/(api|auth|idp|healthz|readyz|metrics)([/?]|$)'

/** Runs the web app with hot reload and the server from its sources, restarted on save, at one URL. */
export function developAviary() {
  return endWithAdvice(async () => {
    await ensureInstalled()
    if (realpathSync(projectNode()) !== process.execPath) return runOnProjectNode()
    const port = Number(process.env.PORT ?? 8080)
    const serverPort = await freePort()
    const web = await startWeb(port, `http://localhost:${serverPort}`)
    const server = startServer(serverPort, `http://localhost:${port}`)
    console.log(`Open http://localhost:${port} once the server is ready. Saved files take effect at once.`)
    // Vite's own handler would end the process before the server and its database have stopped.
    process.removeAllListeners('SIGTERM')
    let isStopping = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        isStopping = true
        server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      })
    }
    server.once('exit', async (code) => {
      await web.close()
      process.exit(isStopping ? 0 : (code ?? 1))
    })
  })
}

/**
 * The first start runs on the machine's own Node, because the project's is only then installed. An older one
 * cannot load what Vite's plugins import.
 */
function runOnProjectNode() {
  const development = spawn(projectNode(), ['scripts/dev.mjs'], { cwd: projectFolder, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => development.kill(signal))
  development.once('exit', (code) => process.exit(code ?? 1))
}

async function startWeb(port, server) {
  const vite = createRequire(join(webFolder, 'package.json')).resolve('vite')
  const { createLogger, createServer } = await import(pathToFileURL(vite).href)
  const web = await createServer({
    root: webFolder,
    clearScreen: false,
    customLogger: withoutLostServer(createLogger()),
    server: {
      host: 'localhost',
      port,
      strictPort: true,
      // Without the wait, a file read between its truncation and its writing may stay empty or outdated.
      watch: { awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 } },
      proxy: { [SERVER_PATHS]: { target: server, configure: answerWhileRestarting } },
    },
  })
  return web.listen()
}

/** Logs no error for a request that a server restart cuts off or refuses: the browser sends it again. */
function withoutLostServer(logger) {
  const logError = logger.error
  logger.error = (message, options) => {
    if (!['ECONNREFUSED', 'ECONNRESET'].includes(options?.error?.code)) logError(message, options)
  }
  return logger
}

/** While the server restarts, requests get 503 with Retry-After instead of a proxy error. */
function answerWhileRestarting(proxy) {
  proxy.on('error', (_error, _request, response) => {
    if (response.writeHead && !response.headersSent) response.writeHead(503, { 'retry-after': '1' }).end()
  })
}

function startServer(port, publicUrl) {
  return spawn(
    projectNode(),
    // SIGKILL leaves the database running, and the next server takes it over, which saves most of the restart
    // time.
    [
      '--watch',
      '--watch-preserve-output',
      '--watch-kill-signal=SIGKILL',
      ...serverFlags,
      '--import',
      new URL('./keep-compiled.mjs', import.meta.url).href,
      '--import',
      new URL('./quick-drizzle.mjs', import.meta.url).href,
      'apps/server/src/main.ts',
    ],
    {
      cwd: projectFolder,
      env: {
        ...serverEnvironment,
        NODE_COMPILE_CACHE: join(projectFolder, 'node_modules/.cache/node-compile'),
        WEB_DIR: writePage(publicUrl),
        ...process.env,
        PORT: String(port),
        HOST: 'localhost',
        PUBLIC_URL: publicUrl,
      },
      stdio: 'inherit',
    },
  )
}

/**
 * Writes the page that the server needs at its start. Vite serves the web app, so the page only links to it.
 */
function writePage(publicUrl) {
  const folder = join(projectFolder, 'node_modules/.cache/dev-page')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Aviary</title><a href="${publicUrl}">Aviary</a>`,
  )
  return folder
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createNetServer()
    probe.once('error', reject)
    probe.listen(0, 'localhost', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
