import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { call } from './api.ts'

/** Called with the number of bytes sent so far. */
export type OnSent = (sent: number) => void

/** Uploads a file and reports its progress, which `fetch` cannot. Abort it with `signal`. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { file: Blob },
  onSent: OnSent,
): Promise<AnswerOf<E>> => call(endpoint, { ...input, fetch: createUploadFetch(onSent) })

/** A `fetch` that reports upload progress; otherwise it behaves like the browser's own. */
export const createUploadFetch =
  (onSent: OnSent): typeof fetch =>
  (url, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const onLost = () => reject(new TypeError('The upload was broken off'))
      request.open(init.method ?? 'GET', String(url))
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded }) => onSent(loaded)
      request.onload = () => resolve(toResponse(request))
      request.onerror = onLost
      request.ontimeout = onLost
      request.onabort = () => reject(signal?.reason ?? new DOMException('Given up', 'AbortError'))
      request.onloadend = () => signal?.removeEventListener('abort', abort)
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) return reject(signal.reason)
      request.send(init.body as Blob) // The client always passes the file as the body.
    })

function toResponse({ status, responseText }: XMLHttpRequest): Response {
  // A Response with one of these statuses must not have a body.
  const hasNoBody = status === 204 || status === 205 || status === 304
  return new Response(hasNoBody ? null : responseText, { status })
}
