import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { saveFile } from '#ui/save-file.ts'
import { drawWinPicture, type WinFacts } from '#ui/play/win-picture.ts'
import { toast } from '#ui/toast.ts'

const FILE_NAME = 'koi-win.png'

/** Shares the picture where the device can, and saves it elsewhere. Nothing leaves the device but by the player's hand. */
export async function shareWin(facts: WinFacts): Promise<void> {
  const picture = await drawWinPicture(facts).catch(() => undefined)
  if (!picture) return toast({ message: i18n._(msg`The picture could not be made.`) })
  const file = new File([picture], FILE_NAME, { type: picture.type })
  if (!navigator.canShare?.({ files: [file] })) return saveFile(picture, FILE_NAME)
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // The player has closed the share sheet, or it is still open.
    const isLeft = error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)
    if (!isLeft) saveFile(picture, FILE_NAME)
  }
}
