export type PlayErrorCode =
  | 'insufficient_balance'
  | 'bet_too_small'
  /** The round of Crash takes no bets any more. */
  | 'betting_closed'
  /** Betting has closed, so the bet cannot be taken back. */
  | 'bet_is_in'
  /** The cash-out did not come through until the round was over. */
  | 'cash_out_lost'
  /** The player has the most bets that a round allows. */
  | 'bets_full'
  /** The old bet was taken back, and betting closed before the new one arrived. */
  | 'only_taken_back'
  /** The curve had not reached the lowest multiplier that a bet goes out at by hand. */
  | 'too_early'
  /** The round had crashed, or the bet was out, before the cash-out arrived. */
  | 'too_late'
  | 'bet_too_large'
  /** The game does not allow these parameters. */
  | 'bad_params'
  | 'bad_client_seed'
  /** A round is open: it blocks a second one of its game, and the rotation of seeds. */
  | 'round_open'
  | 'round_not_found'
  | 'round_settled'
  /** A step the round does not allow, such as a tile that is open. */
  | 'bad_action'
  /** The best result of the step would pay more than the highest payout: the round can only be cashed out. */
  | 'payout_too_large'
  /** Another auto-play is under way: in another tab, or on another device. */
  | 'auto_play_open'
  /** The operator does not allow auto-play. */
  | 'auto_play_forbidden'
  /** The auto-play of the bet is over. */
  | 'auto_play_ended'
  /** The step of the auto-play was taken before, or is not the next one. */
  | 'auto_play_step_taken'
  /** The free rounds are played, or have lapsed. */
  | 'free_rounds_over'
  /** The stake is above the highest of any game. */
  | 'stake_too_large'
  | 'game_paused'
  /** Too soon after the bet before. */
  | 'too_soon'
  | 'break_active'
  /** A limit that the player has set leaves no room for this. */
  | 'limit_reached'
  /** The coin has no fresh price, which a limit of the player needs. */
  | 'rate_stale'
  /** The server cannot be reached: no bet is taken, and none is kept for later. */
  | 'offline'
  | 'session_ended'
  /** The answer to an earlier bet was lost, and is still looked for. */
  | 'outcome_unknown'
  /** The bet has not reached the server, as one that waited for a round and was not sent: nothing was staked. */
  | 'bet_lost'
  /** The next server seed is not the one that was shown. */
  | 'seed_commitment_wrong'
  /** The server does not answer a question that no stake depends on. */
  | 'not_answered'
  /** The server failed, or its answer cannot be read. */
  | 'server_failed'
  /** The idempotency key belongs to another request. */
  | 'key_reused'
  /** The stored balance or seeds cannot be read; only starting anew helps. */
  | 'state_corrupted'
  /** The device could not store the change; nothing was changed. */
  | 'storage_failed'

/** The same cause has another code for another kind of call. */
export type AskedFor = 'bet' | 'step' | 'seeds' | 'reading'

/** Every call of a play engine rejects with one. Screens translate `code`; the message is for engineers. */
export class PlayError extends Error {
  override readonly name = 'PlayError'
  readonly code: PlayErrorCode

  constructor(code: PlayErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
