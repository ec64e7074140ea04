import { vi } from 'vitest'

export type Uploaded = { url: URL; headers: Record<string, string>; file: Blob }

/**
 * Answers uploads, which use XMLHttpRequest and not the `fetch` that renderPage answers. An upload reports
 * half of its file as sent before the answer, and the whole file together with the answer.
 */
export function answerUploads(answer: (uploaded: Uploaded) => Response | Promise<Response>): Uploaded[] {
  const uploads: Uploaded[] = []
  class Request {
    upload: { onprogress?: (event: { loaded: number }) => void } = {}
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void
    #url = ''
    #headers: Record<string, string> = {}
    #isGivenUp = false
    open(_: string, url: string) {
      this.#url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    abort() {
      this.#isGivenUp = true
      this.onabort?.()
      this.onloadend?.()
    }
    async send(file: Blob) {
      const uploaded = { url: new URL(this.#url, 'http://localhost'), headers: this.#headers, file }
      uploads.push(uploaded)
      this.upload.onprogress?.({ loaded: file.size / 2 })
      const response = await Promise.resolve(answer(uploaded)).catch(() => undefined)
      if (this.#isGivenUp) return
      if (response) {
        this.upload.onprogress?.({ loaded: file.size })
        this.status = response.status
        this.responseText = await response.text()
        this.onload?.()
      } else this.onerror?.()
      this.onloadend?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return uploads
}

/** Answer that refuses a file and names its faulty rows. */
export const refusedRows = (detail: string, errors: { path: string; message: string }[]): Response =>
  Response.json(
    { type: 'about:blank', title: 'Invalid input', status: 400, detail, errors, request_id: 'request-1' },
    { status: 400 },
  )

export const refusedUpload = (status: number, detail: string): Response =>
  Response.json(
    { type: 'about:blank', title: 'Refused', status, detail, request_id: 'request-1' },
    { status },
  )
