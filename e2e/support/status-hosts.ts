import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

type Host = { url: string; close: () => Promise<void> }

async function startHost(listener: RequestListener): Promise<Host> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A host of its own for the status page at `/status` of a server, as operators set one up before it. */
export const startStatusHost = (server: string): Promise<Host> =>
  startHost((request, response) => {
    const answer = async () => {
      const { status, headers, body } = await fetch(`${server}/status${request.url}`)
      const kept = ['content-type', 'access-control-allow-origin', 'etag', 'content-security-policy']
      response.writeHead(status, Object.fromEntries([...headers].filter(([name]) => kept.includes(name))))
      for await (const chunk of body ?? []) response.write(chunk)
      response.end()
    }
    answer().catch(() => response.destroy())
  })

const require = createRequire(import.meta.url)
const WIDGET = require.resolve('@statuspage/status-widget/dist/index.js')

/** A site of somebody else with Atlassian's widget for a status page. */
export const startWidgetSite = async (statusUrl: string): Promise<Host> => {
  const script = await readFile(WIDGET)
  const page = `<!doctype html><html lang="en"><title>Another site</title><link rel="icon" href="data:,">
<script src="/widget.js"></script><h1>Another site</h1><statuspage-widget src="${statusUrl}"></statuspage-widget>`
  return startHost((request, response) => {
    const isScript = request.url === '/widget.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : page)
  })
}
