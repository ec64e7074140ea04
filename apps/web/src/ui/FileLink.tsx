import { Button, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

type FileLinkProps = {
  url: string | undefined
  /** Why there is no file, or '' if that needs no explanation; undefined while the file exists. */
  disabledReason: string | undefined
  title?: string | undefined
  /** Id of the element that describes the file. */
  describedBy?: string | undefined
  /** The download is running. */
  isBusy: boolean
  onPress: () => void
  children: string
}

/**
 * A link to a file of the server. A click downloads it by script, so that errors can be shown; the URL can
 * still be copied.
 */
export function FileLink(props: FileLinkProps) {
  const { url, disabledReason, title, describedBy, isBusy, onPress, children } = props
  const { t } = useTranslation()
  const press = (event: MouseEvent) => {
    // Leaves the click to the browser: with a modifier key it opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!isBusy) onPress()
  }
  const state =
    disabledReason === undefined
      ? { download: true, href: url, title, onClick: press, 'aria-disabled': isBusy || undefined }
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
