import { type Measure, measureLoad, residentMb, startProduct } from './product.ts'

const TARGET_MB = 150
/** V8 collects garbage within 20 s of idleness. */
const IDLE_MS = 30_000

/** Resident memory of the server process: after the start, and idle again after use. */
export async function idleMemory(): Promise<Measure[]> {
  const product = await startProduct()
  try {
    const started = residentMb(product.pid)
    await measureLoad({
      url: `${product.url}/api/v4/status/`,
      headers: { cookie: product.cookies },
      seconds: 2,
      connections: 8,
    })
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const idle = residentMb(product.pid)
    const measure = (name: string, mb: number) => ({
      name,
      ours: `${mb.toFixed(0)} MB`,
      reference: `${TARGET_MB} MB`,
      ratio: (mb / TARGET_MB).toFixed(2),
      target: '< 1.00',
      isMet: mb < TARGET_MB,
    })
    return [
      measure('memory after the start and one sign-in', started),
      measure('memory idle after use', idle),
    ]
  } finally {
    await product.stop()
  }
}
