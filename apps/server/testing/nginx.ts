import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { serverFolder } from '../src/server-folder.ts'
import { freePort } from './free-port.ts'
import { waitFor } from './wait-for.ts'

const PROGRAM = '/usr/sbin/nginx'
const OPERATIONS = path.join(serverFolder, '../../docs/operations.md')
/** What differs from the operator's machine, where certificates and a folder of its own are. */
const REPLACED: [RegExp, (to: { port: number; root: string }) => string][] = [
  [/listen 443 ssl;/, ({ port }) => `listen 127.0.0.1:${port};`],
  [/ *ssl_certificate .*\n/, () => ''],
  [/ *ssl_certificate_key .*\n/, () => ''],
  [/root \/srv\/status;/, ({ root }) => `root ${root};`],
]

/** The configuration that operators are given for the exported status page. */
function readConfiguration(to: { port: number; root: string }): string {
  const [, text] =
    /^nginx on the other machine.*\n\n((?: {4}.*\n)+)/m.exec(readFileSync(OPERATIONS, 'utf8')) ?? []
  if (text === undefined)
    throw new Error('docs/operations.md has no configuration of nginx for the status page')
  return REPLACED.reduce((configuration, [pattern, by]) => {
    if (!pattern.test(configuration)) throw new Error(`The configuration of nginx has no ${pattern}`)
    return configuration.replace(pattern, by(to))
  }, text)
}

/** Serves an exported status page in `root` as docs/operations.md says; `folder` is for files of nginx. */
export async function startNginx(root: string, folder: string) {
  const port = await freePort()
  return run(port, { folder, http: `include /etc/nginx/mime.types;\n${readConfiguration({ port, root })}` })
}

/** Passes everything on to a server; `lines` are added to the configuration of the location. */
export async function startProxy(to: string, { lines, folder }: { lines: string; folder: string }) {
  const port = await freePort()
  const http = `upstream server { server ${new URL(to).host}; keepalive 16; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://server; ${lines} } }`
  return run(port, { folder, http })
}

async function run(port: number, { folder, http }: { folder: string; http: string }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  mkdirSync(folder, { recursive: true })
  const [configuration, errors] = [path.join(folder, 'nginx.conf'), path.join(folder, 'error.log')]
  writeFileSync(
    configuration,
    `include /etc/nginx/modules-enabled/*.conf;
daemon off; pid ${folder}/nginx.pid; worker_processes 1;
events {}
http { access_log off; ${temporary.join(' ')}
${http}}
`,
  )
  const child = spawn(PROGRAM, ['-c', configuration, '-e', errors], { stdio: 'ignore' })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)))
    child.once('exit', () => resolve(readFileSync(errors, 'utf8')))
  })
  const url = `http://127.0.0.1:${port}`
  const why = await Promise.race([ended, waitFor(() => fetch(url)).then(() => undefined)])
  if (why !== undefined)
    throw new Error(`nginx does not run (Debian: nginx, libnginx-mod-http-brotli-static): ${why}`)
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
