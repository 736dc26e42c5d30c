import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { recoverMissingCode } from '#lib/missing-code.ts'
import { toast } from './toast.ts'

/** Says that what was opened has no code, and closes it; the next opening tries again. Where it helps, the page is loaded anew instead. */
export async function tellMissingPart(error: unknown, close: () => void): Promise<void> {
  if (await recoverMissingCode(error)) return
  toast({ message: i18n._(msg`This part did not load. Check your connection, then try again.`) })
  close()
}
