import { BODY_POLICY } from '@aviary/contract/incidents/body-policy'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

/** Whether mails keep a link to this address. */
export const isWholeAddress = (address: string): boolean => BODY_POLICY.values.href.test(address)

/** What the editor can write: nothing that a body would lose. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    dropcursor: false,
    gapcursor: false,
    link: {
      openOnClick: false,
      isAllowedUri: isWholeAddress,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  // Without the widths of columns, which mails do not have.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableHeader,
  TableCell,
]
