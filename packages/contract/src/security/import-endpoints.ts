import { z } from 'zod'
import { requires } from '../access.ts'
import {
  IMPORT_DATA_MAX_CHARACTERS,
  IMPORT_PREVIEW_MAX_CHARACTERS,
  SECURITY_IMPORTS_LARGEST_PAGE,
} from '../constants.ts'
import { endpoint, write } from '../endpoint.ts'
import { LARGEST_ID } from '../rules.ts'
import { oneLine, paging, rowId, rowIdText, yesNo } from '../wire.ts'
import { stagedReach, versionField } from './schemas.ts'

const LONGEST_TITLE = 300
const LONGEST_NAME = 255

/** An uploaded mail-merge file, with a staged email per row. */
export const securityImport = z.object({
  pkey: z.number().int(),
  sec_id: z.number().int(),
  sec_comm_id: z.number().int(),
  title: z.string(),
  data: z.string().describe("The file's first characters; `/api/sec/imports/data/` gives all of it."),
  is_cut: yesNo.describe('`Y` when the file goes on behind `data`.'),
  size: z.number().int().describe('Bytes of the file.'),
  staged: z.number().int().describe('How many emails are staged.'),
  promoted: z.number().int(),
  filename: z.string(),
  created_date: z.iso.datetime(),
  created_by: z.string(),
  is_hidden: yesNo,
  version: z.number().int(),
})
export type SecurityImport = z.infer<typeof securityImport>

const title = oneLine().min(1, 'Title is required').max(LONGEST_TITLE)
const filename = z
  .string()
  .trim()
  .min(1, 'File name is required')
  .max(LONGEST_NAME)
  .regex(/\.csv$/i, 'Choose a .csv file')
  .meta({ examples: ['companies.csv'] })
const data = z
  .string()
  .min(1, 'Data is required')
  .max(IMPORT_DATA_MAX_CHARACTERS, 'So long a file has to be uploaded as it is')

/** Id of a security incident: a text in spec 3 §5, but a number is accepted as well. */
const secId = z.union([
  rowId,
  z
    .string()
    .regex(/^\d{1,10}$/)
    .meta({ pattern: '^0*[1-9]\\d{0,8}$', maxLength: 10 })
    .transform(Number)
    .pipe(rowId),
])

export const importFields = { title, filename, is_hidden: yesNo.default('N') }

export const listImports = endpoint({
  method: 'GET',
  path: '/sec/imports/',
  summary: 'The mail-merge files, of one comm or all, the newest first',
  access: requires('view_mass_import', 'view_staging_emails'),
  query: z.object({
    sec_id: rowIdText.optional(),
    sec_comm_id: rowIdText.optional(),
    import_id: rowIdText.optional(),
    ...paging(SECURITY_IMPORTS_LARGEST_PAGE, SECURITY_IMPORTS_LARGEST_PAGE),
  }),
  answer: z.object({
    imports: z.array(securityImport),
    more_results: z.boolean(),
    total: z.number().int(),
  }),
})

export const readImport = endpoint({
  method: 'GET',
  path: '/sec/imports/data/',
  summary: 'A part of a mail-merge file, from a byte on',
  access: requires('view_mass_import'),
  query: z.object({
    import_id: rowIdText,
    from: z.coerce.number().int().min(0).max(LARGEST_ID).default(0),
  }),
  answer: z.object({
    data: z.string(),
    next: z.number().int().nullable().describe('The byte the next part begins with; null at the end.'),
  }),
})

/** Preview of the email that a row of the file becomes, with the faults of the row. */
export const previewedRow = z.object({
  line: z.number().int(),
  company_id: z.string(),
  subject: z.string(),
  body: z.string().describe('Merged and sanitized HTML.'),
  faults: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
})
export type PreviewedRow = z.infer<typeof previewedRow>

export const previewImport = endpoint({
  method: 'POST',
  path: '/sec/imports/preview/',
  summary: 'What the first rows of a mail-merge file become; stores nothing',
  access: requires('view_mass_import'),
  body: z.object({
    data: z.string().max(IMPORT_PREVIEW_MAX_CHARACTERS),
    is_cut: yesNo
      .default('N')
      .describe(
        '`Y` when `data` is the beginning of a longer file: its last row may be incomplete and is left out.',
      ),
  }),
  answer: z.object({
    columns: z.array(z.string()),
    rows: z.array(previewedRow),
    fault: z.string().nullable().describe('What is wrong with the file as a whole.'),
  }),
})

const importAnswer = z.object({
  import_id: z.number().int(),
  import: securityImport,
  reach: stagedReach.optional().describe('What was staged; left out where nothing was.'),
})

export const createImport = endpoint({
  method: 'POST',
  path: '/sec/imports/',
  summary: 'Takes in a mail-merge file given as text: all of its rows are staged, or none',
  access: requires('view_mass_import'),
  audits: 'Create Security Import',
  body: write({
    ...importFields,
    data,
    sec_id: secId,
    sec_comm_id: rowId,
    created_by: z.string().max(320).optional().describe('The signed-in person, whoever is named.'),
  }),
  answer: importAnswer,
})

/** The body is the file itself, `text/csv`, of any size up to the limit. */
export const uploadImport = endpoint({
  method: 'POST',
  path: '/sec/imports/upload/',
  summary: 'Takes in a mail-merge file as it is: all of its rows are staged, or none',
  access: requires('view_mass_import'),
  audits: 'Upload Security Import',
  uploads: 'text/csv',
  query: z.object({ ...importFields, sec_id: rowIdText, sec_comm_id: rowIdText }),
  answer: importAnswer,
})

export const updateImport = endpoint({
  method: 'PUT',
  path: '/sec/imports/',
  summary: 'Changes an import; other data stages its rows anew, while none of them was promoted',
  access: requires('view_mass_import'),
  audits: 'Edit Security Import',
  body: write({
    import_id: rowId,
    title,
    filename: filename.optional(),
    is_hidden: yesNo.optional(),
    data: data.optional(),
    sec_id: secId.optional(),
    sec_comm_id: rowId.optional(),
    created_by: z.string().max(320).optional(),
    ...versionField,
  }),
  answer: importAnswer,
})

export const deleteImport = endpoint({
  method: 'DELETE',
  path: '/sec/imports/delete/',
  summary: 'Deletes an import with its staged emails; what was promoted stays',
  access: requires('view_mass_import'),
  audits: 'Delete Security Import',
  body: write({ import_id: rowId }),
  answer: z.object({ import_id: z.number().int() }),
})
