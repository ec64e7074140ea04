import pg from 'pg'
import { type DatabaseAddress, type Host, readAddress } from './address.ts'
import { READ_ONLY } from './error-code.ts'
import { chooseHost, forgetHost, isLeft, noteWritable, wasWritableAt } from './hosts.ts'
import { insidesOf } from './silent-connections.ts'

/** How long a read-only connection is kept; a new one may reach a host that accepts writes. */
const READ_ONLY_LIVES_MS = 1_000
/** Parameters that mean read-only; PostgreSQL reports them at the start of a session and at each change. */
const READ_ONLY_PARAMETERS: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only'])

export type ClientConfig = Omit<pg.ClientConfig, 'connectionString'> & { connectionString: string }

type Callback = (error?: Error) => void

/** A PostgreSQL client that picks a suitable host, and notices when its server turns read-only. */
export class DatabaseClient extends pg.Client {
  readonly #address: DatabaseAddress
  readonly #readOnlyBy = new Set<string>()
  #connectedAt = 0
  /** Called when the server reports that it accepts no writes. */
  onReadOnly: () => void = () => undefined

  constructor(config: ClientConfig) {
    const address = readAddress(config.connectionString)
    super({ ...config, connectionString: address.urlOf(address.hosts[0]) })
    this.#address = address
    const { connection } = insidesOf(this)
    connection.on('parameterStatus', ({ parameterName, parameterValue }) =>
      this.#note(parameterName, parameterValue === 'on'),
    )
    // A pooler does not forward changes of parameters, so a refused write also marks the server as read-only.
    connection.on('errorMessage', ({ code }) => code === READ_ONLY && this.#note(READ_ONLY, true))
    connection.on('end', () => !insidesOf(this)._ending && forgetHost(address, this.#host()))
  }

  /** Whether the server of this connection accepts no writes. */
  get isReadOnly(): boolean {
    return this.#readOnlyBy.size > 0
  }

  /** Whether to replace this connection, because a new one may reach a better server. */
  get isStale(): boolean {
    const isOld = performance.now() - this.#connectedAt > READ_ONLY_LIVES_MS
    return (this.isReadOnly && isOld) || isLeft(this.#address, this.#host())
  }

  /**
   * Whether other connections of this process found a writable server, or moved to another host, after this
   * connection was opened.
   */
  get isSuperseded(): boolean {
    const isBehind = this.isReadOnly && wasWritableAt(this.#address) > this.#connectedAt
    return isBehind || isLeft(this.#address, this.#host())
  }

  override connect(): Promise<this>
  override connect(callback: Callback): void
  // biome-ignore lint/suspicious/noConfusingVoidType: pg's connect has these two forms
  override connect(callback?: Callback): Promise<this> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error) => (error ? reject(error) : resolve(this)))
      })
    }
    this.#choose().then(() => super.connect(this.#noting(callback)), callback)
  }

  /** Sets host and port just before connecting: the driver reads them only then. */
  async #choose(): Promise<void> {
    if (this.#address.hosts.length === 1) return
    const { host, port } = await chooseHost(this.#address)
    Object.assign(this, { host, port: Number(port) })
  }

  #noting(callback: Callback): Callback {
    return (error) => {
      this.#connectedAt = performance.now()
      if (error || this.isReadOnly) forgetHost(this.#address, this.#host())
      else noteWritable(this.#address, this.#connectedAt)
      callback(error)
    }
  }

  #note(parameter: string, isReadOnly: boolean): void {
    if (parameter !== READ_ONLY && !READ_ONLY_PARAMETERS.has(parameter)) return
    if (!isReadOnly) {
      this.#readOnlyBy.delete(parameter)
      return
    }
    this.#readOnlyBy.add(parameter)
    this.onReadOnly()
    forgetHost(this.#address, this.#host())
  }

  #host(): Host {
    return { host: this.host, port: String(this.port) }
  }
}
