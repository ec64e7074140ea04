import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** Connects the client of the protocol's own SDK to the door for assistants of a server. */
export async function connectAssistant(
  url: string,
  token: string,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return client
}

/** Uses a tool as assistants do. */
export async function useTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
  const [text] = content as { text: string }[]
  return {
    answer: structuredContent as Record<string, unknown>,
    isError: isError === true,
    text: text?.text ?? '',
  }
}
