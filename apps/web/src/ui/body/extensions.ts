import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import { Mark } from '@tiptap/core'
import { OrderedList } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

/** Whether mails keep a link to this address. */
export const isWholeAddress = (address: string): boolean => BODY_POLICY.values.href.test(address)

const mark = (name: string, tag: string) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

/** Formats of the editor: only those that the sanitizer of bodies keeps. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    dropcursor: false,
    gapcursor: false,
    orderedList: false,
    link: {
      openOnClick: false,
      isAllowedUri: isWholeAddress,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  // No start number (`start`), because the sanitizer of bodies would remove it.
  OrderedList.extend({ addAttributes: () => ({}) }),
  mark('subscript', 'sub'),
  mark('superscript', 'sup'),
  // No column widths (`colgroup`), because mails do not have them.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableHeader,
  TableCell,
]

/**
 * Automatic formatting is limited to `- ` and `1. ` at the start of a line, and to complete addresses. Other text
 * stays as typed or pasted.
 */
export const typingRules = {
  enableInputRules: ['bulletList', 'orderedList'],
  enablePasteRules: ['link'],
}
