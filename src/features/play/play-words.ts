import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AutoPlayEnd } from './auto-play.ts'
import type { PlayErrorCode } from './play-error.ts'

/** What happened and what to do next. */
export const PLAY_ERROR_WORDS: Record<PlayErrorCode, MessageDescriptor> = {
  insufficient_balance: msg`This is more than your balance. Lower the amount or refill.`,
  bet_too_small: msg`This is less than the smallest bet. Raise the amount.`,
  bet_too_large: msg`This is more than the largest bet here. Lower the amount.`,
  bad_params: msg`The game cannot be played like this. Change its settings and try again.`,
  bad_client_seed: msg`This cannot be a client seed. Use 1 to 64 characters.`,
  round_open: msg`A round is open. Finish it first.`,
  round_not_found: msg`This round is not on this device any more. Start a new one.`,
  round_settled: msg`This round is over. Start a new one.`,
  bad_action: msg`This step is not possible now. Look at the board and pick another.`,
  key_reused: msg`This bet was sent twice with different contents. Place it again.`,
  state_corrupted: msg`The saved demo balance cannot be read. Start anew to play on.`,
  storage_failed: msg`This device could not save the change, so nothing happened. Free some space and try again.`,
}

/** Why auto-play came to its end. */
export const AUTO_PLAY_END_WORDS: Record<AutoPlayEnd, MessageDescriptor> = {
  completed: msg`All bets were played.`,
  profit_reached: msg`Your profit limit was reached.`,
  loss_reached: msg`Your loss limit was reached.`,
  win_reached: msg`A single win reached your limit.`,
  stopped: msg`You stopped it.`,
  left: msg`It stopped because the page was left.`,
  stake_limit: msg`The next bet would have been above the largest one allowed.`,
  failed: msg`A bet could not be placed.`,
}
