/** The text of an answer; undefined if it is larger than `largest` bytes. */
export async function readAnswer(response: Response, largest: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largest) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
