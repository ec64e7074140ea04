import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'
import { seedDemo } from './seed-demo.ts'

// What `startSeedingDemo` starts. A start that has been killed leaves nothing running behind.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

const { databaseUrl, productKey } = readConfig()
if (!databaseUrl) throw new Error('DATABASE_URL names the database to fill')
const { db, close } = openDatabase(databaseUrl, () => undefined)
await db.transaction((transaction) => seedDemo(transaction, productKey, systemClock()))
await close()
