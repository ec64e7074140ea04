import { vi } from 'vitest'

/** The files a page offers to save from here on, and the addresses it leaves to the browser. */
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

/** A file as the server sends it. */
export const fileAnswer = (name: string, content: BodyInit) =>
  new Response(content, { headers: { 'content-disposition': `attachment; filename="${name}"` } })
