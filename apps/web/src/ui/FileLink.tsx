import { Button, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

type FileLinkProps = {
  address: string | undefined
  /** Why there is no file, or '' where that needs no words; undefined while there is one. */
  disabledReason: string | undefined
  title?: string | undefined
  /** Id of what else is to be known of the file. */
  describedBy?: string | undefined
  /** The file is on its way. */
  isBusy: boolean
  onPress: () => void
  children: string
}

/** A file of the server. The page takes it, so that it can say what went wrong; its address can be copied and opened. */
export function FileLink(props: FileLinkProps) {
  const { address, disabledReason, title, describedBy, isBusy, onPress, children } = props
  const { t } = useTranslation()
  const press = (event: MouseEvent) => {
    // Another tab or window is the browser's own.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!isBusy) onPress()
  }
  const state =
    disabledReason === undefined
      ? { download: true, href: address, title, onClick: press, 'aria-disabled': isBusy || undefined }
      : {
          role: 'link',
          tabIndex: 0,
          'data-disabled': true,
          'aria-disabled': true,
          title: disabledReason || undefined,
        }
  return (
    <>
      <Button
        component="a"
        {...state}
        aria-describedby={describedBy}
        size="compact-sm"
        variant="default"
        leftSection={
          isBusy ? <Loader size={14} color="gray" aria-hidden /> : <IconDownload size={14} aria-hidden />
        }
      >
        {children}
      </Button>
      <span role="status" className="visually-hidden">
        {isBusy && t('file.preparing')}
      </span>
    </>
  )
}
