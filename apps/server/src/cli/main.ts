import { Command } from 'commander'
import { runAuditVerify, type VerifyOptions } from './audit.ts'
import { type BackupOptions, runBackup } from './backup/backup.ts'
import { type MoveOptions, runMove } from './backup/move.ts'
import { runRestore } from './backup/restore.ts'
import { convertFiles } from './convert.ts'
import type { DatabaseOptions } from './database-options.ts'
import { type PlayOptions, parseIncidents, parseSpeed, parseUrl, runDemoPlay } from './demo-play.ts'
import { type DoctorOptions, runDoctorMail } from './doctor/mail.ts'
import { explain } from './explain.ts'
import { type RevokeOptions, runGrant, runRevoke } from './grant.ts'
import { IMPORTED, type ImportOptions, runImport } from './import.ts'
import {
  type ErasePersonOptions,
  type ExportPersonOptions,
  runErasePerson,
  runExportPerson,
} from './person.ts'
import { runExport } from './reference.ts'
import { runRetention, runRetentionApply } from './retention.ts'
import { parseSeverity, runStatusPage, type StatusPageOptions } from './status-page.ts'

const program = new Command('aviary').description('What operators of Aviary do from a shell')

const onDatabase = (command: Command, server = 'a PostgreSQL server instead'): Command =>
  command
    .option('--data-dir <folder>', 'the data folder of the embedded database')
    .option('--database-url <url>', server)

onDatabase(program.command('import'))
  .description('Takes in a file, whole or not at all')
  .argument('<kind>', IMPORTED.join(', '))
  .argument('<file>', 'JSON Lines (.jsonl) or CSV (.csv); - reads from standard input')
  .option('--format <format>', 'jsonl or csv, when the name does not say it')
  .action((kind: string, file: string, options: ImportOptions) => runImport(kind, file, options))

onDatabase(program.command('export'))
  .description('Writes the reference data as JSON Lines, which aviary import reference reads')
  .argument('<what>', 'reference')
  .argument('[file]', 'where to; standard output without it')
  .action((what: string, file: string | undefined, options: DatabaseOptions) =>
    runExport(what, file, options),
  )

program
  .command('convert')
  .description('Writes the records of files that others made as JSON Lines')
  .argument(
    '<source>',
    'github-incidents (one file) or govuk-changes (the automated ones, then the manual ones)',
  )
  .argument('<files...>', 'JSON files')
  .action((source: string, files: string[]) => convertFiles(source, files))

onDatabase(program.command('grant'))
  .description('Gives somebody a role; an address that never signed in becomes a user')
  .argument('<email>', 'the address that the person signs in with')
  .argument('<role>', 'its system name, such as administrator')
  .action((email: string, role: string, options: DatabaseOptions) => runGrant(email, role, options))

onDatabase(program.command('revoke'))
  .description('Takes a role away that was given by hand')
  .argument('<email>', 'whose')
  .argument('<role>', 'its system name')
  .option('--force', 'even if nobody is administrator then')
  .action((email: string, role: string, options: RevokeOptions) => runRevoke(email, role, options))

onDatabase(program.command('audit').description('The action audit log').command('verify'))
  .description('Proves that the log and its archives are what was sealed, or names what is not')
  .option('--expect <seal:hash>', 'what an earlier verify, or the log of the server, said')
  .option('--archives <folder>', 'where the archives are')
  .action((options: VerifyOptions) => runAuditVerify(options))

const retention = onDatabase(program.command('retention'))
  .description('Shows how long each kind of row is kept, and how many are older now')
  .action((options: DatabaseOptions) => runRetention(options))
retention
  .command('apply')
  .description('Deletes old rows now instead of within a day; a server may run meanwhile')
  .argument('[kind...]', 'which of them; all without it')
  .action((kinds: string[], _: object, command: Command) =>
    runRetentionApply(kinds, command.optsWithGlobals<DatabaseOptions>()),
  )

const person = program.command('person').description('What is stored about one person')
onDatabase(person.command('export'))
  .description('Writes all that is stored about somebody as JSON, without secrets')
  .argument('<email>', 'whose')
  .option('--file <file>', 'where to; standard output without it')
  .option('--archives <folder>', 'where the archives of the audit log are')
  .action((email: string, options: ExportPersonOptions) => runExportPerson(email, options))

onDatabase(person.command('erase'))
  .description(
    'Says where somebody is and what is kept, and with --yes erases them; servers may run meanwhile',
  )
  .argument('<email>', 'whose')
  .option('--yes', 'do it')
  .option('--archives <folder>', 'where the archives of the audit log are')
  .action((email: string, options: ErasePersonOptions) => runErasePerson(email, options))

onDatabase(program.command('backup'))
  .description('Writes all there is into one file, as it is at one moment; a server may run meanwhile')
  .argument('<file>', 'where to; only its owner may read it')
  .option('--force', 'write over a file that is there')
  .option('--no-archives', 'leave out the archives of the audit log, whose folder is backed up otherwise')
  .action((file: string, options: BackupOptions) => runBackup(file, options))

onDatabase(program.command('restore'))
  .description('Fills an empty database with a backup, whole or not at all')
  .argument('<file>', 'what aviary backup wrote')
  .action((file: string, options: DatabaseOptions) => runRestore(file, options))

onDatabase(program.command('move'), 'move from this PostgreSQL server instead')
  .description('Moves the embedded database to a PostgreSQL server and compares every row')
  .requiredOption('--to <url>', 'an empty database on a PostgreSQL server')
  .action((options: MoveOptions) => runMove(options))

const statusPage = program.command('status-page').description('The page that anybody can read')
onDatabase(statusPage.command('write'))
  .description('Publishes it by hand; nothing automatic writes there until --resume')
  .argument('<place>', 'where it is served from: a folder, or s3://bucket/prefix')
  .option('--text <text>', 'say this on top of what was last published there; needs no database')
  .option(
    '--severity <severity>',
    'how bad it is: outage, partial outage, performance',
    parseSeverity,
    'OUTAGE',
  )
  .option('--backup <file>', 'publish what this backup of Aviary knows, instead of a database')
  .option('--resume', 'write it once, and let Aviary write there again')
  .action((place: string, options: StatusPageOptions) => runStatusPage(place, options))
program
  .command('doctor')
  .description('Checks what Aviary needs of others')
  .command('mail')
  .description(
    'Checks the mail server and the DNS records of the sender, and says what to mend; sends nothing',
  )
  .option('--to <email>', 'send one test mail there as well')
  .option('--dkim-selector <name>', 'by which the mail server signs, if Aviary does not')
  .option('--dns <address:port>', 'the DNS server to ask; those of this machine without it')
  .action((options: DoctorOptions) => runDoctorMail(options))

const demo = program.command('demo').description('The demo data of a first start')
onDatabase(demo.command('play'), 'the PostgreSQL server of the running Aviary instead')
  .description(
    'Replays real incidents, messages and changes on a running server with demo data, until Ctrl+C: cards move and mails go',
  )
  .option('--speed <number>', 'how many minutes pass in one; 1 is as it was', parseSpeed, 60)
  .option('--incidents <number>', 'end after so many incidents', parseIncidents)
  .option(
    '--url <address>',
    'the address of the running Aviary, instead of HOST and PORT on this machine',
    parseUrl,
  )
  .action((options: PlayOptions) => runDemoPlay(options))

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
