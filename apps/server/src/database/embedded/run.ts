import { spawn } from 'node:child_process'

export type Account = { name: string; uid: number; gid: number }

export type Finished = { code: number; output: string }

type Command = { file: string; args: string[]; account?: Account | undefined }

// The child gets none of our environment: a PGDATA, PGPORT or LD_LIBRARY_PATH of the machine must not mislead the
// server.
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', TZ: 'UTC' }

/** Runs a command to its end as the account. `code` is 127 if the command does not exist, as in a shell. */
export async function run({ file, args, account }: Command): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const identity = account && { uid: account.uid, gid: account.gid }
    // `/` is open to every account; a folder that the account may not enter would make every start fail.
    const child = spawn(file, args, {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...identity,
    })
    let output = ''
    const collect = (chunk: string) => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve({ code: 127, output: `${file} cannot be run here` })
      else reject(error)
    })
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
