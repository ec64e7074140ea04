import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import { Mark } from '@tiptap/core'
import { OrderedList } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

/** Whether mails keep a link to this address. */
export const isWholeAddress = (address: string): boolean => BODY_POLICY.values.href.test(address)

const mark = (name: string, tag: string) =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

/** What the editor can write: nothing that a body would lose. */
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
  // Without a number to begin with, which bodies do not keep.
  OrderedList.extend({ addAttributes: () => ({}) }),
  mark('subscript', 'sub'),
  mark('superscript', 'sup'),
  // Without the widths of columns, which mails do not have.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableHeader,
  TableCell,
]

/** What is typed or pasted stays as it is, apart from `- ` and `1. ` at the start of a line and whole addresses. */
export const typingRules = {
  enableInputRules: ['bulletList', 'orderedList'],
  enablePasteRules: ['link'],
}
