import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const smallest = 1024 // bytes; below this the headers outweigh the savings
const texts = /\.(css|html|ico|js|json|svg|txt|wasm|webmanifest|xml)$/

/** Writes a .br and a .gz beside each text file larger than `smallest`; returns how many it found. */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => texts.test(file))
  const worth = await Promise.all(files.map((file) => compressFile(join(folder, file))))
  return worth.filter(Boolean).length
}

async function compressFile(file) {
  const text = await readFile(file)
  if (text.length <= smallest) return false
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await Promise.all([
    promisify(brotliCompress)(text, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(text, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
  return true
}
