import { vi } from 'vitest'

/** Records, from this call on, the files that a page saves and the URLs that the browser would download. */
export function watchSavedFiles() {
  const files: { name: string; text: () => Promise<string> }[] = []
  const addresses: string[] = []
  const contents = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const address = `blob:file-${contents.size}`
    if (content instanceof Blob) contents.set(address, content)
    return address
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const address = this.getAttribute('href') ?? ''
    const content = contents.get(address)
    if (content) files.push({ name: this.download, text: () => content.text() })
    else addresses.push(address)
  })
  return { files, addresses }
}

/** Answer with a file download, as the server sends it. */
export const fileAnswer = (name: string, content: BodyInit) =>
  new Response(content, { headers: { 'content-disposition': `attachment; filename="${name}"` } })
