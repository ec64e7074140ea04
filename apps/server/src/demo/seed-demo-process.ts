import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { readDatabaseFault } from '../database/faults.ts'
import { openDatabase } from '../database/open.ts'
import { seedDemo } from './seed-demo.ts'
import { DATABASE_WENT_AWAY } from './start-seeding-demo.ts'

// Runs as a child process of `startSeedingDemo`; ends with its parent, even if the parent is killed.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

const { databaseUrl, productKey } = readConfig()
if (!databaseUrl) throw new Error('DATABASE_URL names the database to fill')
const { db, close } = openDatabase(databaseUrl, () => undefined)
try {
  await db.transaction((transaction) => seedDemo(transaction, productKey, systemClock()))
  await close()
} catch (error) {
  if (!readDatabaseFault(error, databaseUrl)?.passes) throw error
  process.exit(DATABASE_WENT_AWAY)
}
