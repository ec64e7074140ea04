import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../database/open.ts'
import * as queries from './queries.ts'

/** Stores the provider's records in the database, so that any process can finish a sign-in that another one began. */
export function createAdapter(db: Db, clock: Clock): AdapterConstructor {
  return class implements Adapter {
    readonly #model: string
    constructor(model: string) {
      this.#model = model
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number) {
      await queries.upsertRecord(db, {
        model: this.#model,
        id,
        payload: payload as Record<string, unknown>,
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expiresAt: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
      })
    }

    async find(id: string) {
      return this.#alive(await queries.getRecord(db, this.#model, id))
    }

    async findByUid(uid: string) {
      return this.#alive(await queries.getRecordByUid(db, this.#model, uid))
    }

    async findByUserCode() {
      return undefined // the device flow is off
    }

    async consume(id: string) {
      await queries.updateRecordConsumed(db, { model: this.#model, id }, Math.floor(clock().getTime() / 1000))
    }

    async destroy(id: string) {
      await queries.deleteRecord(db, this.#model, id)
    }

    async revokeByGrantId(grantId: string) {
      await queries.deleteGrantRecords(db, grantId)
    }

    #alive(row: Awaited<ReturnType<typeof queries.getRecord>>): AdapterPayload | undefined {
      if (!row || (row.expiresAt && row.expiresAt <= clock())) return undefined
      return row.payload as AdapterPayload
    }
  }
}
