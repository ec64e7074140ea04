import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openBrowser } from '../apps/server/testing/browser.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'

export type Product = BuiltServer & { cookies: string }

/** Starts the built product with its demo data and signs in through the real flow. */
export async function startProduct(): Promise<Product> {
  const server = await startBuiltServer({ LOG_LEVEL: 'warn' })
  const { cookies } = await signIn(server.url, 'sam.support@acme.example')
  return { ...server, cookies }
}

/** Signs a demo person in through the real flow; returns their cookies, and functions that call as this person. */
export async function signIn(url: string, email: string) {
  const browser = openBrowser()
  const page = await browser.follow(`${url}/api/sign_in?next=/`)
  await browser.follow(page.address, { method: 'POST', body: new URLSearchParams({ email }) })
  const cookies = browser.cookies()
  const token = /tokens=([^;]+)/.exec(cookies)?.[1] ?? ''
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(url + path, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    cookies,
    read: (path: string) => call(path, { headers: { cookie: cookies } }),
    write: (method: string, path: string, [action, body]: [string, object]) => {
      const audit = { application_name: 'Aviary', user_email: email, action_name: action }
      const headers = { cookie: cookies, 'x-csrf-token': token, 'content-type': 'application/json' }
      return call(path, { method, headers, body: JSON.stringify({ ...body, audit_log_data: audit }) })
    },
  }
}

/** A bare driver connection without JIT, as in the product. */
export async function connectBare(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' })
  await client.connect()
  return client
}

/** Resident memory of a process in MB, from the kernel. */
export function residentMb(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)
  return Number(line?.[1] ?? 0) / 1024
}

/** Processor time of a process so far in milliseconds, all its threads, from the kernel. */
export function processorMs(pid: number): number {
  // The name of the program, in parentheses, may contain blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const [user, system] = [fields[11], fields[12]]
  return (Number(user) + Number(system)) * TICK_MS
}
const TICK_MS = 10

export type Load = { url: string; headers: Record<string, string>; seconds: number; connections: number }

/** Requests per second that a server answers to a separate load process. */
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
  /** Undefined without a target. */
  isMet?: boolean
}
