export const MOST_FAULTS = 20

export type FaultKind =
  // The ledger by itself.
  /** Postings or balances of a coin do not sum to zero. */
  | 'coin_unbalanced'
  /** Postings of a transaction are missing, too many, or no pairs that move one amount of one coin. */
  | 'transaction_unbalanced'
  /** A balance is not the sum of its postings. */
  | 'balance_differs'
  | 'balance_negative'
  /** A posting of a player does not begin with the balance that the posting before has left. */
  | 'balance_step_differs'
  /** An account is there twice, is of no known kind, or its player or coin does not exist. */
  | 'account_unknown'
  /** A posting's transaction or account is gone, or it has the coin of another one. */
  | 'posting_lost'
  | 'kind_unknown'
  /** A transaction moves money in a way that its kind does not. */
  | 'shape_differs'
  /** A transaction concerns no player, or more than one. */
  | 'players_mixed'
  /** A key does not name what the transaction moves money for. */
  | 'key_differs'
  | 'key_doubled'
  /** A transaction is not the one that was asked for when it was posted. */
  | 'fingerprint_differs'
  /** A transfer on a chain has no posting, several, or one to a wrong account. */
  | 'transfer_unposted'
  /** A posting to an external account names no transfer on a chain. */
  | 'transfer_missing'
  /** A sum that an earlier check has kept does not equal its rows. */
  | 'checkpoint_differs'
  // Registers and ledger.
  /** A transfer was posted that neither a credited deposit nor a confirmed withdrawal knows. */
  | 'transfer_unknown'
  /** A moment in a register is not the one of the posting. */
  | 'time_differs'
  /** A coin does not have the decimals of this release. */
  | 'coin_differs'
  /** Money of a practice chain in a database of real money, or the other way round. */
  | 'money_mixed'
  /** Pending or locked money does not equal what is under way, or left of bonuses. */
  | 'hold_differs'
  /** A deposit says that it was credited, and is not posted so. */
  | 'deposit_unposted'
  /** A deposit's credit or worth does not follow from its amount and prices. */
  | 'deposit_price_differs'
  /** A deposit went to another player than the one whose address or wallet it is. */
  | 'deposit_owner_differs'
  /** A deposit came in another coin than its contract's, or was too small to be credited. */
  | 'deposit_coin_differs'
  | 'deposit_doubled'
  /** A transfer without an owner is at the same time a deposit, or was claimed without becoming one. */
  | 'unclaimed_differs'
  /** A withdrawal's postings do not match its state. */
  | 'withdrawal_unposted'
  /** The payment, the refund or the fee is not the one that the withdrawal says. */
  | 'withdrawal_amount_differs'
  /** The transactions signed for a withdrawal have not ended as it has. */
  | 'withdrawal_attempts_differ'
  /** Money was reserved, paid or given back for a withdrawal that does not exist. */
  | 'withdrawal_unknown'
  /** A bonus is not posted as its row says. */
  | 'bonus_unposted'
  /** A bonus has terms that were never offered, or its amount does not follow from them and its deposit. */
  | 'bonus_terms_differ'
  /** A bonus was given for no deposit, or for one of another player, coin, worth or moment. */
  | 'bonus_deposit_differs'
  /** Money was locked, released or taken back for a bonus that does not exist or is not the player's. */
  | 'bonus_unknown'
  /** A part of a bonus was released by no bet of its player. */
  | 'release_without_bet'
  /** Bets have released more of bonuses than their share of the edge. */
  | 'release_too_large'
  /** Practice money in a database of real money, or another sum than practice mode gives. */
  | 'grant_differs'
  /** An account was forfeited and is open, or was closed and holds money. */
  | 'closing_differs'
  | 'game_unknown'
  /** A payout without a stake of the same bet, player, coin and game before it. */
  | 'payout_without_stake'
  /** A stake, payout or round without a bet or open round, or with another player, amount or moment than it. */
  | 'bet_unknown'
  /** The stake or the payout of a bet or an open round is missing in the ledger, or must not be there. */
  | 'bet_unposted'
  /** Nonces of a seed pair have gaps, are used twice, or are not as many as the pair says. */
  | 'nonce_differs'
  /** A receipt does not follow the one before, or contradicts its bet. */
  | 'receipt_differs'
  /** The house has not signed a receipt or a seal with the key that it names. */
  | 'signature_differs'
  /** A signing key that nobody has, that did not sign then, that overlaps another, or that is not the house's own. */
  | 'receipt_key_differs'
  /** A stake is not worth what the prices of its hour make of it. */
  | 'bet_worth_differs'
  /**
   * Multiplier, steps, result or edge of a bet do not follow from its parameters and outcome by the rules of its game.
   */
  | 'bet_rules_differ'
  /** A seed is not the one that was committed to. */
  | 'seed_differs'
  /** The seeds draw another outcome. */
  | 'outcome_differs'
  /** A round of Crash is not in its place of the chain, or its point, state or totals are others. */
  | 'crash_round_differs'
  /** A bet of Crash was paid at a point that its round has not reached, or against its round's rule. */
  | 'crash_bet_differs'
  /** Sums for lists and limits, or largest wins, do not equal those of the bets. */
  | 'public_sum_differs'
  /** A seal does not follow the one before, or contradicts its content. */
  | 'seal_differs'
  /** A line of the operators' log was changed. */
  | 'log_line_differs'
  /** A line of the operators' log was removed or inserted, or its head is not the last one. */
  | 'log_chain_differs'
  /** A seal has another head of the operators' log than the line has now. */
  | 'log_seal_differs'
  /** The counters of a player do not equal the sum of their bets. */
  | 'play_count_differs'
  /** Steps, result or stakes of an auto-play are not those of its bets. */
  | 'auto_play_differs'
  /** An auto-play has made a bet after its last one, or after a stop was reached. */
  | 'auto_play_passed'
  /** A reward of a kind that this release does not pay. */
  | 'reward_unknown'
  | 'reward_unposted'
  /** A share of the house edge was paid twice, or of more edge than there is. */
  | 'reward_edge_differs'
  | 'reward_amount_differs'
  /** A race was not won by these players with these points and prizes. */
  | 'race_differs'
  /** A level that the player's stakes have not reached, or its gift a second time. */
  | 'reward_level_differs'
  /** Somebody is paid for a friend whom another player, or nobody, has invited. */
  | 'referral_differs'
  /** A gift of a code that does not exist, or of other money or rounds than the code gives. */
  | 'code_gift_differs'
  /** A code was used more often or less often than it says. */
  | 'code_uses_differ'
  /** Free rounds that no code, promotion or operator gives, or others than those. */
  | 'free_rounds_differ'
  /** A free round is out of turn, or its bet is not of those rounds. */
  | 'free_round_differs'
  /** A free bet without the stake that the house pays, or without what it was given for; or the other way round. */
  | 'free_bet_differs'
  /** Money moved for a game of others that no call of its provider has asked for, or otherwise than it asked. */
  | 'provider_money_differs'
  /** A call of a provider moved no money, or refers to another call in a way that it must not. */
  | 'provider_call_differs'
  /** Sums of a round of a provider's game are not those of its calls. */
  | 'provider_round_differs'
  /** A line of a player's history is missing, doubled, or contradicts its posting. */
  | 'history_differs'
  // Registers and practice chains.
  /** A deposit is not on its practice chain as it says. */
  | 'chain_deposit_differs'
  /** A practice chain has a transfer to the house or a player that was read and is not a deposit. */
  | 'chain_deposit_missing'
  /** A withdrawal was not paid on its practice chain as it says, or was paid and says otherwise. */
  | 'chain_payment_differs'
  /** The signed transaction of a withdrawal contradicts it. */
  | 'chain_signed_differs'
  /** No withdrawal has asked for a transfer out of the house's wallet on a practice chain. */
  | 'chain_payment_unknown'
  /** A transfer lies in a block of another moment than the practice chain has. */
  | 'chain_block_differs'

export interface Fault {
  readonly kind: FaultKind
  /** In words and smallest units. */
  readonly where: string
}
