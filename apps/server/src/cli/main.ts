import { Command } from 'commander'
import { KINDS } from '../ingest/files/kinds.ts'
import { runAuditVerify, type VerifyOptions } from './audit.ts'
import { convertFiles } from './convert.ts'
import { explain } from './explain.ts'
import { type ImportOptions, runImport } from './import.ts'

const program = new Command('aviary').description('What operators of Aviary do from a shell')

program
  .command('import')
  .description('Takes in a file, whole or not at all')
  .argument('<kind>', Object.keys(KINDS).join(', '))
  .argument('<file>', 'JSON Lines (.jsonl) or CSV (.csv); - reads from standard input')
  .option('--format <format>', 'jsonl or csv, when the name does not say it')
  .option('--data-dir <folder>', 'the data folder of the embedded database')
  .option('--database-url <url>', 'a PostgreSQL server instead')
  .action((kind: string, file: string, options: ImportOptions) => runImport(kind, file, options))

program
  .command('convert')
  .description('Writes the records of files that others made as JSON Lines')
  .argument(
    '<source>',
    'github-incidents (one file) or govuk-changes (the automated ones, then the manual ones)',
  )
  .argument('<files...>', 'JSON files')
  .action((source: string, files: string[]) => convertFiles(source, files))

program
  .command('audit')
  .description('The action audit log')
  .command('verify')
  .description('Proves that the log and its archives are what was sealed, or names what is not')
  .option('--expect <seal:hash>', 'what an earlier verify, or the log of the server, said')
  .option('--archives <folder>', 'where the archives are')
  .option('--data-dir <folder>', 'the data folder of the embedded database')
  .option('--database-url <url>', 'a PostgreSQL server instead')
  .action((options: VerifyOptions) => runAuditVerify(options))

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
