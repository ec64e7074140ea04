import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const PROGRAM_NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** The browser at CHROMIUM_PATH, or the first installed one. `hasScrollbars`: with scroll bars that take room. */
export async function launchChromium({ hasScrollbars = false } = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? PROGRAM_NAMES.find(existsSync)
  if (!executablePath) throw new Error('There is no Chromium. Install it, or name it with CHROMIUM_PATH')
  const ignoreDefaultArgs = hasScrollbars ? ['--hide-scrollbars'] : []
  return chromium.launch({ executablePath, args: FLAGS.split(' '), ignoreDefaultArgs })
}
