import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AutoPlayEnd } from './auto-play.ts'

/** Why auto-play came to its end. */
export const AUTO_PLAY_END_WORDS: Record<AutoPlayEnd, MessageDescriptor> = {
  completed: msg`All bets were played.`,
  profit_reached: msg`Your profit limit was reached.`,
  loss_reached: msg`Your loss limit was reached.`,
  win_reached: msg`A single win reached your limit.`,
  stopped: msg`You stopped it.`,
  left: msg`It stopped because the page was left.`,
  reminded: msg`It stopped for your session reminder.`,
  stake_limit: msg`The next bet would have been above the largest one allowed.`,
  failed: msg`A bet could not be placed.`,
}
