import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { toast } from './toast.ts'

/** Object URLs are revoked after this time: long enough for the slowest browser to read the file. */
const KEPT_FOR_MS = 60_000

/** Downloads a file. The home-screen app of an iPhone cannot download, so there the file is shared. */
export function saveFile(blob: Blob, name: string): void {
  const file = new File([blob], name, { type: blob.type })
  if (isWithoutDownloads() && navigator.canShare?.({ files: [file] })) void share(file, askForTap)
  else download(file)
}

/** iOS ignores links with `download` in home-screen apps. */
export const isWithoutDownloads = () => navigator.standalone === true

async function share(file: File, onRefused: (file: File) => void): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    const reason = error instanceof DOMException ? error.name : ''
    // The player closed the share sheet, or it is still open.
    if (reason === 'AbortError' || reason === 'InvalidStateError') return
    if (reason === 'NotAllowedError') onRefused(file)
    else download(file)
  }
}

/**
 * Asks for another tap: writing the file may have taken longer than iOS counts the first one as permission to share.
 */
function askForTap(file: File): void {
  const { name } = file
  toast({
    message: i18n._(msg`${name} is ready`),
    tone: 'info',
    durationMs: KEPT_FOR_MS,
    action: { label: i18n._(msg`Save`), onPress: () => void share(file, download) },
  })
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_MS)
}
