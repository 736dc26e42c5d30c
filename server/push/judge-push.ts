import type { MessageContent } from '#contract/messages.ts'
import type { QuietHours } from '#contract/notifications.ts'
import type { Database } from '#server/db/tables.ts'
import { readConsents } from '#server/messages/promotion-consents.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'
import { pushRuleOf } from './push-rules.ts'
import { endOfQuietHours } from './quiet-hours.ts'

interface Judged {
  readonly player: number
  readonly content: MessageContent
  readonly quietHours: QuietHours | null
  readonly now: number
}

/** At the moment of sending: the player may have changed their mind since it was written. */
export async function judgePush(
  db: Database,
  { player, content, quietHours, now }: Judged,
): Promise<'now' | 'never' | { readonly from: number }> {
  const rule = pushRuleOf(content)
  if (rule.group === 'security') return 'now'
  if (rule.group === 'promotion' && !(await readConsents(db, player))[rule.topic].push) return 'never'
  if (rule.group !== 'money') {
    const { refusal } = await readPlayPermission(db, player, now)
    if (refusal !== null) return 'never'
  }
  const from = quietHours && endOfQuietHours(quietHours, now)
  return from === null ? 'now' : { from }
}
