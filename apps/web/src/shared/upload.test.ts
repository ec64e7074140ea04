import { afterEach, expect, test, vi } from 'vitest'
import { answerUploads } from '../../testing/uploads.ts'
import { createUploadFetch } from './upload.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const file = new Blob(['company_id\n1\n'])
const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file }

test('sends the request and reports its progress', async () => {
  const uploads = answerUploads(() => Response.json({ added: 1 }))
  const sent: number[] = []
  const response = await createUploadFetch((bytes) => sent.push(bytes))('/api/x/?title=A', init)
  expect(await response.json()).toEqual({ added: 1 })
  expect(sent).toEqual([file.size / 2, file.size])
  expect(uploads).toMatchObject([{ headers: { 'content-type': 'text/csv' }, file }])
  expect(uploads[0]?.url.search).toBe('?title=A')
})

test('returns a refusal as a response', async () => {
  answerUploads(() => Response.json({ detail: 'Too large' }, { status: 413 }))
  const response = await createUploadFetch(() => undefined)('/api/x/', init)
  expect([response.status, await response.json()]).toEqual([413, { detail: 'Too large' }])
})

test('returns a response without a body', async () => {
  answerUploads(() => new Response(null, { status: 204 }))
  expect((await createUploadFetch(() => undefined)('/api/x/', init)).status).toBe(204)
})

test('rejects with a TypeError if the connection is lost, as fetch does', async () => {
  answerUploads(() => Promise.reject(new Error('lost')))
  await expect(createUploadFetch(() => undefined)('/api/x/', init)).rejects.toBeInstanceOf(TypeError)
})

test('rejects with the reason if aborted before or after sending', async () => {
  const uploads = answerUploads(() => new Promise(() => undefined))
  const control = new AbortController()
  const upload = createUploadFetch(() => undefined)('/api/x/', { ...init, signal: control.signal })
  control.abort()
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
  const secondUpload = createUploadFetch(() => undefined)('/api/x/', { ...init, signal: control.signal })
  await expect(secondUpload).rejects.toMatchObject({ name: 'AbortError' })
  expect(uploads).toHaveLength(1)
})
