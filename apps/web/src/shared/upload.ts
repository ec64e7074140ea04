import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { call } from './api.ts'

/** Bytes of the file that have left this browser. */
export type OnSent = (sent: number) => void

/** Uploads a file and says how far it is: `fetch` tells nothing of that. It is given up with `signal`. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { file: Blob },
  onSent: OnSent,
): Promise<AnswerOf<E>> => call(endpoint, { ...input, fetch: observed(onSent) })

/** A `fetch` for uploads: with the same request it has the same answers, and the same failures. */
export const observed =
  (onSent: OnSent): typeof fetch =>
  (address, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init
      const request = new XMLHttpRequest()
      const giveUp = () => request.abort()
      const lost = () => reject(new TypeError('The upload was broken off'))
      request.open(init.method ?? 'GET', String(address))
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded }) => onSent(loaded)
      request.onload = () => resolve(responseOf(request))
      request.onerror = lost
      request.ontimeout = lost
      request.onabort = () => reject(signal?.reason ?? new DOMException('Given up', 'AbortError'))
      request.onloadend = () => signal?.removeEventListener('abort', giveUp)
      signal?.addEventListener('abort', giveUp)
      if (signal?.aborted) return reject(signal.reason)
      request.send(init.body as Blob) // what the client gives an upload
    })

function responseOf({ status, responseText }: XMLHttpRequest): Response {
  // These have no body, and a Response with one is an error.
  const isBare = status === 204 || status === 205 || status === 304
  return new Response(isBare ? null : responseText, { status })
}
