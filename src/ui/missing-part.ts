import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { recoverMissingCode } from '#lib/missing-code.ts'
import { toast } from './toast.ts'

/**
 * Tells the player that a part did not load, and closes it: opening it again tries again. Reloads the page instead if
 * that helps.
 */
export async function tellMissingPart(error: unknown, close: () => void): Promise<void> {
  if (await recoverMissingCode(error)) return
  toast({ message: i18n._(msg`This part did not load. Check your connection, then try again.`) })
  close()
}
