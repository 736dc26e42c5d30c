import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiError } from '#api/api-error.ts'
import { PlayError, type PlayErrorCode } from './play-error.ts'

const MESSAGES: Record<PlayErrorCode, MessageDescriptor> = {
  insufficient_balance: msg`Your balance is lower than this bet. Choose a smaller amount, or fill it up.`,
  bet_too_small: msg`This amount is below the smallest bet. Choose a larger one.`,
  betting_closed: msg`Betting had closed before your bet arrived. Nothing was changed. Bet for the next round.`,
  bet_is_in: msg`Betting has closed: your bet is in the round.`,
  only_taken_back: msg`Your bet was taken back, and betting had closed before the new one. Bet for the next round.`,
  cash_out_lost: msg`Your cash-out did not reach Koi. What is left of the bet follows its target.`,
  bets_full: msg`You have two bets in this round, which is the most. Bet again in the next one.`,
  too_early: msg`You can cash out from 1.01× on. Press again.`,
  too_late: msg`Your cash-out was not counted: the round was over, or the bet was out already.`,
  bet_too_large: msg`This bet could win more than the limit for one bet. Choose a smaller amount.`,
  bad_params: msg`The game does not allow these settings. Change them, then bet again.`,
  bad_client_seed: msg`A client seed has 1 to 64 characters. Choose another one.`,
  round_open: msg`A round is still open. Finish it first.`,
  round_not_found: msg`This round is not here any more. Start a new one.`,
  round_settled: msg`This round is over. Start a new one.`,
  payout_too_large: msg`One more step could pay more than the limit for one bet. Cash out what the round is worth.`,
  bad_action: msg`This step is not possible now. Choose another one.`,
  auto_play_open: msg`Auto-play runs in another tab or on another device. Stop it there, then start it here.`,
  auto_play_forbidden: msg`Auto-play is not offered here. Place your bets one by one.`,
  auto_play_ended: msg`This auto-play is over. Start a new one.`,
  auto_play_step_taken: msg`Another tab or device has gone on with this auto-play, so it stopped here.`,
  free_rounds_over: msg`These free rounds are over: all are played, or their time has passed.`,
  stake_too_large: msg`This amount is above the largest bet. Choose a smaller one.`,
  game_paused: msg`This game is paused. No new bets are taken now; an open round can be finished.`,
  too_soon: msg`That was too soon after the bet before. Wait a moment, then bet again.`,
  break_active: msg`You are taking a break. No new bets are taken until it is over; an open round can be finished.`,
  limit_reached: msg`This bet would go beyond a limit you have set. Choose a smaller amount.`,
  rate_stale: msg`The price of this coin is too old to check your limits with. Try again later, or play with another coin.`,
  offline: msg`You are offline, so no bet was placed. Bet again once you are connected.`,
  session_ended: msg`You are logged out. Log in again to play with your balance.`,
  outcome_unknown: msg`Koi is still asking what became of your last bet. No other bet is placed until that is known.`,
  bet_lost: msg`The bet did not reach Koi, and nothing was staked. Bet again.`,
  seed_commitment_wrong: msg`The next server seed has changed meanwhile, as in another tab. Look at it, then try again.`,
  not_answered: msg`Koi does not answer now. Check your connection, then try again.`,
  server_failed: msg`Koi could not answer. Check your history before you bet again.`,
  key_reused: msg`This bet was placed before. Bet again to place a new one.`,
  state_corrupted: msg`The demo balance stored on this device cannot be read. Start again with a new one.`,
  storage_failed: msg`This device did not store the change, so nothing happened. Free some space, then try again.`,
}

export function isPlayErrorCode(text: string): text is PlayErrorCode {
  return Object.hasOwn(MESSAGES, text)
}

export function playErrorWords(code: PlayErrorCode): MessageDescriptor {
  return MESSAGES[code]
}

/** @param error of a play engine */
export function playErrorMessage(error: unknown): MessageDescriptor {
  if (!(error instanceof PlayError)) return playErrorWords('storage_failed')
  const { code, cause } = error
  const reference = cause instanceof ApiError ? cause.reference : null
  if (code !== 'server_failed' || reference === null) return playErrorWords(code)
  return msg`Koi could not answer. Check your history before you bet again. Reference: ${reference}`
}
