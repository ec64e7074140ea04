/** Values of `affected_service` of a message template (spec 2 §9). */
export const AFFECTED_SERVICES = [
  'General',
  'Analysis / Intelligence',
  'Expense',
  'FTP',
  'Imaging',
  'Invoice',
  'Outtask',
  'Travel',
  'Travel (GDS Specific)',
  'ExpenseIt',
  'TripIt',
  'Locate',
] as const
