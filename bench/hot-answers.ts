import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../apps/server/testing/free-port.ts'
import { endServer, startBare } from './bare.ts'
import { httpGet } from './network.ts'
import { type Measure, measureLoad, median, startProduct } from './product.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 32
const PATHS = ['/api/incidents/?active=true&locale=en&start_at=0&response_size=500', '/api/v4/status/']

/** Signed-in answers of the product, compared with the same bytes from bare Fastify and nginx, interleaved. */
export async function hotAnswers(): Promise<Measure[]> {
  const product = await startProduct()
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-'))
  chmodSync(folder, 0o755)
  const stops: (() => Promise<void>)[] = [product.stop]
  try {
    const measures: Measure[] = []
    for (const address of PATHS) {
      const headers = { cookie: product.cookies, 'accept-encoding': 'gzip' }
      const bytes = await httpGet(product.url + address, headers)
      const bare = await startBare(bytes, folder)
      const nginx = await startNginx(bytes, folder)
      const servers = [
        { name: 'product', url: product.url + address },
        { name: 'fastify', url: `${bare.url}/` },
        ...(nginx ? [{ name: 'nginx', url: `${nginx.url}/answer.json` }] : []),
      ]
      const seen: Record<string, number[]> = {}
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { name, url } of servers) {
          const rate = await measureLoad({ url, headers, seconds: SECONDS, connections: CONNECTIONS })
          seen[name] = [...(seen[name] ?? []), rate]
        }
      }
      await bare.stop()
      await nginx?.stop()
      const ours = median(seen.product ?? [])
      for (const [reference, target] of [
        ['fastify', 0.75],
        ['nginx', 0.6],
      ] as const) {
        if (!seen[reference]) continue
        // Compares each round with the reference's neighbouring round, so that other load on the machine
        // affects both alike.
        const theirs = seen[reference]
        const ratio = median((seen.product ?? []).map((rate, round) => rate / (theirs[round] ?? Number.NaN)))
        measures.push({
          name: `${address.split('?')[0]} (${bytes.length} bytes gzipped) ÷ ${reference}`,
          ours: `${Math.round(ours)}/s`,
          reference: `${Math.round(median(seen[reference]))}/s`,
          ratio: ratio.toFixed(2),
          target: `≥ ${target}`,
          isMet: ratio >= target,
        })
      }
    }
    return measures
  } finally {
    for (const stop of stops) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** nginx with the bytes as a precompressed file; undefined if nginx is not installed. */
async function startNginx(bytes: Buffer, folder: string) {
  if (!existsSync('/usr/sbin/nginx')) return undefined
  const port = await freePort()
  const root = path.join(folder, 'www')
  mkdirSync(root, { recursive: true })
  writeFileSync(path.join(root, 'answer.json.gz'), bytes)
  writeFileSync(path.join(root, 'answer.json'), '{}')
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 256; }
    http { access_log off; keepalive_requests 100000000; sendfile on; types { application/json json; }
    server { listen 127.0.0.1:${port}; root ${root}; gzip_static always; } }`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', config, '-p', folder], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await httpGet(`${url}/answer.json`, {}, 50)
  return { url, stop: () => endServer(child) }
}
