import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { readDatabaseFault } from '../database/faults.ts'
import { openDatabase } from '../database/open.ts'
import { statusSiteOf } from '../public-url.ts'
import { seedDemo } from './seed-demo.ts'
import { DATABASE_WENT_AWAY } from './start-seeding-demo.ts'

// Runs as a child process of `startSeedingDemo`; ends with its parent, even if the parent is killed.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()

const config = readConfig()
const { databaseUrl, publicUrl, productKey, providerName, mail } = config
if (!databaseUrl || !publicUrl) throw new Error('DATABASE_URL and PUBLIC_URL are not set')
const { internalDomains } = mail
const statusSite = statusSiteOf(config, publicUrl)
const settings = { productKey, providerName, publicUrl, statusSite, internalDomains }
const { db, close } = openDatabase(databaseUrl, () => undefined)
try {
  await db.transaction((transaction) => seedDemo(transaction, settings, systemClock()))
  await close()
} catch (error) {
  if (!readDatabaseFault(error, databaseUrl)?.passes) throw error
  process.exit(DATABASE_WENT_AWAY)
}
