import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openBrowser } from '../apps/server/testing/browser.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'

export type Product = BuiltServer & { cookies: string }

/** Starts the built product with its demo data, and signs somebody in through the real flow. */
export async function startProduct(): Promise<Product> {
  const server = await startBuiltServer({ LOG_LEVEL: 'warn' })
  const browser = openBrowser()
  const page = await browser.follow(`${server.url}/api/sign_in?next=/`)
  const body = new URLSearchParams({ email: 'sam.support@acme.example' })
  await browser.follow(page.address, { method: 'POST', body })
  return { ...server, cookies: browser.cookies() }
}

/** Resident memory of a process in MB, as the kernel counts it. */
export function residentMb(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)
  return Number(line?.[1] ?? 0) / 1024
}

export type Load = { url: string; headers: Record<string, string>; seconds: number; connections: number }

/** Requests per second that a server answers, asked by a process of its own. */
export function measureLoad(load: Load): Promise<number> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'load.mjs'), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      const { perSecond, wrong } = JSON.parse(text) as { perSecond: number; wrong: number }
      if (wrong > 0) reject(new Error(`${wrong} answers of ${load.url} were not 2xx`))
      else resolve(perSecond)
    })
  })
}

export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

export type Measure = {
  name: string
  ours: string
  reference: string
  ratio: string
  target: string
  isMet: boolean
}
