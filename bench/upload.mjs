// Uploads a file and prints the answer, in a separate process, so that the measuring process is not blocked.
import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'

const { url, headers, file } = JSON.parse(process.argv[2])
const length = { 'content-type': 'text/csv', 'content-length': statSync(file).size }
const sent = request(url, { method: 'POST', headers: { ...headers, ...length } }, async (response) => {
  let text = ''
  for await (const chunk of response) text += chunk
  process.stdout.write(JSON.stringify({ status: response.statusCode, text }))
})
createReadStream(file).pipe(sent)
