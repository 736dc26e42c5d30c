/** Faults of one kind that a comparison tells. */
export const MOST_FAULTS = 20

/** What can be wrong with the books. */
export type FaultKind =
  // The ledger by itself.
  /** The postings or the balances of a coin do not sum to zero. */
  | 'coin_unbalanced'
  /** Postings of a transaction are missing, too many, or no pairs that move one amount of one coin. */
  | 'transaction_unbalanced'
  /** A balance is not the sum of its postings. */
  | 'balance_differs'
  /** A player's balance is below zero. */
  | 'balance_negative'
  /** What a posting left in a player's balance is not what the next one began with. */
  | 'balance_step_differs'
  /** An account is there twice, is of no known kind, or its player or coin does not exist. */
  | 'account_unknown'
  /** A posting's transaction or account is gone, or it has the coin of another one. */
  | 'posting_lost'
  /** A transaction of a kind that Koi does not have. */
  | 'kind_unknown'
  /** A transaction moves money as none of its kind does. */
  | 'shape_differs'
  /** A transaction concerns no player, or more than one. */
  | 'players_mixed'
  /** A key is not the one of what the transaction moves money for. */
  | 'key_differs'
  /** A key was used twice. */
  | 'key_doubled'
  /** A transaction is not what was asked for when it was posted. */
  | 'fingerprint_differs'
  /** A transfer on a chain has no posting, several, or one to a wrong account. */
  | 'transfer_unposted'
  /** A posting to an external account names no transfer on a chain. */
  | 'transfer_missing'
  /** A sum that an earlier check has kept is not the one of the rows it was made of. */
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
  /** What is pending or locked is not what is under way, or left of bonuses. */
  | 'hold_differs'
  /** A deposit says that it was credited, and is not posted so. */
  | 'deposit_unposted'
  /** A deposit's credit is not what its prices make of its amount, or its worth is not. */
  | 'deposit_price_differs'
  /** A deposit went to another player than the one whose address or wallet it is. */
  | 'deposit_owner_differs'
  /** A deposit came in another coin than its contract's, or was too small to be credited. */
  | 'deposit_coin_differs'
  /** A transfer on a chain was taken for more than one deposit. */
  | 'deposit_doubled'
  /** A transfer of nobody is at the same time a deposit, or was claimed and is none. */
  | 'unclaimed_differs'
  /** A withdrawal is not posted as where it is. */
  | 'withdrawal_unposted'
  /** What was paid, given back or kept as a fee is not what the withdrawal says. */
  | 'withdrawal_amount_differs'
  /** The transactions signed for a withdrawal have not ended as it has. */
  | 'withdrawal_attempts_differ'
  /** Money was reserved, paid or given back for a withdrawal that does not exist. */
  | 'withdrawal_unknown'
  /** A bonus is not posted as its row says. */
  | 'bonus_unposted'
  /** A bonus has terms that were never offered, or is not what they make of its deposit. */
  | 'bonus_terms_differ'
  /** A bonus was given for no deposit, or for one of another player, coin worth or moment. */
  | 'bonus_deposit_differs'
  /** Money was locked, released or taken back for a bonus that does not exist or is not the player's. */
  | 'bonus_unknown'
  /** A part of a bonus was released by no bet of its player. */
  | 'release_without_bet'
  /** A bet has released more of bonuses than their share of its edge. */
  | 'release_too_large'
  /** Practice money where real money is, or another sum than is given. */
  | 'grant_differs'
  /** An account was forfeited and is open, or was closed and holds money. */
  | 'closing_differs'
  /** A bet on a game that does not exist. */
  | 'game_unknown'
  /** A payout without a stake of the same bet, player, coin and game before it. */
  | 'payout_without_stake'
  /** A stake, payout or round that no bet and no open round has, or that has another player, amount or moment. */
  | 'bet_unknown'
  /** The stake or the payout of a bet or an open round is not in the ledger, or is there and must not be. */
  | 'bet_unposted'
  /** Nonces of a seed pair have gaps, are used twice, or are not as many as the pair says. */
  | 'nonce_differs'
  /** A receipt does not follow the one before, or does not say what its bet is. */
  | 'receipt_differs'
  /** The house has not signed a receipt or a seal with the key that it names. */
  | 'signature_differs'
  /** A key that nobody has, that did not sign then, that is not one after the other, or that is not the house's own. */
  | 'receipt_key_differs'
  /** A stake is not worth what the prices of its hour make of it. */
  | 'bet_worth_differs'
  /** Multiplier, steps, result or edge of a bet are not what the rules of its game make of its parameters and outcome. */
  | 'bet_rules_differ'
  /** A seed is not the one that was committed to. */
  | 'seed_differs'
  /** An outcome is not what the seeds draw. */
  | 'outcome_differs'
  /** A round of Crash is not where its chain has it, or its point, state or totals are others. */
  | 'crash_round_differs'
  /** A bet of Crash was paid at a point that its round has not reached, or otherwise than its round's rule says. */
  | 'crash_bet_differs'
  /** Sums that lists and limits are made of, or largest wins, are not those of the bets. */
  | 'public_sum_differs'
  /** A seal does not follow the one before, or does not hold what it says. */
  | 'seal_differs'
  /** What is counted of a player's bets is not the sum of them. */
  | 'play_count_differs'
  /** Steps, result or stakes of an auto-play are not those of its bets. */
  | 'auto_play_differs'
  /** An auto-play has made a bet after its last one, or after a stop was reached. */
  | 'auto_play_passed'
  /** A reward of a kind that nothing in this release pays. */
  | 'reward_unknown'
  /** A line is missing in players' histories, is there twice, or says another thing than its posting. */
  | 'history_differs'
  // Registers and practice chains.
  /** A deposit is not on its practice chain as it says. */
  | 'chain_deposit_differs'
  /** A practice chain has a transfer to the house or a player that was read and is no deposit. */
  | 'chain_deposit_missing'
  /** A withdrawal was not paid on its practice chain as it says, or was paid and says otherwise. */
  | 'chain_payment_differs'
  /** What was signed for a withdrawal is not what it says. */
  | 'chain_signed_differs'
  /** A transfer out of the house's wallet on a practice chain that no withdrawal has asked for. */
  | 'chain_payment_unknown'
  /** A transfer lies in a block of another moment than the practice chain has. */
  | 'chain_block_differs'

export interface Fault {
  readonly kind: FaultKind
  /** What is wrong where, in words and smallest units. */
  readonly where: string
}
