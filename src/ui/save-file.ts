import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { toast } from './toast.ts'

/** Long enough for the slowest browser to take the file, and for a player to see that it is there. */
const KEPT_FOR_MS = 60_000

/** Hands a file to the browser's downloads. The home-screen app of an iPhone has none: there it is shared. */
export function saveFile(blob: Blob, name: string): void {
  const file = new File([blob], name, { type: blob.type })
  if (isWithoutDownloads() && navigator.canShare?.({ files: [file] })) void share(file, askForTap)
  else download(file)
}

/** iOS does nothing there at a link with `download`. */
export const isWithoutDownloads = () => navigator.standalone === true

async function share(file: File, onRefused: (file: File) => void): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    const reason = error instanceof DOMException ? error.name : ''
    // The player has closed the share sheet, or it is still open.
    if (reason === 'AbortError' || reason === 'InvalidStateError') return
    if (reason === 'NotAllowedError') onRefused(file)
    else download(file)
  }
}

/** Writing the file may have taken longer than the tap that asked for it counts. */
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
