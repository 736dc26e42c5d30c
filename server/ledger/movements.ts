import type { HouseKind, PlayerKind } from '#server/db/ledger-kinds.ts'
import type { CoinBalance } from './balances.ts'
import type { LedgerAccount } from './ledger-accounts.ts'
import { LedgerError } from './ledger-error.ts'
import type { ExternalTransfer, LedgerTransaction, Move } from './ledger-transaction.ts'

// Every way money moves, as the transaction to hand to `postTransaction`. Amounts are above 0, in the coin's
// smallest unit. Keys are made of what must happen once only, so that no caller can get them wrong.

interface PlayerAmount {
  readonly player: number
  readonly coin: string
  readonly amount: bigint
}

/**
 * A confirmed transfer to the player. `credited` is what the player receives for it when that is another
 * coin, changed by the house at the rate of the confirmation.
 */
export function creditDeposit({
  player,
  coin,
  amount,
  transfer,
  credited = { coin, amount },
}: PlayerAmount & {
  readonly transfer: ExternalTransfer
  readonly credited?: { readonly coin: string; readonly amount: bigint }
}): LedgerTransaction {
  if (credited.coin === coin && credited.amount !== amount) {
    throw new LedgerError('unbalanced', 'A deposit that is not changed is credited as it came')
  }
  return {
    key: `deposit/${transfer.chain}/${transfer.txId}/${transfer.logIndex}`,
    kind: 'deposit',
    moves:
      credited.coin === coin
        ? move(amount, house('deposit', coin), available(player, coin))
        : [
            ...move(amount, house('deposit', coin), house('house', coin)),
            ...move(credited.amount, house('house', credited.coin), available(player, credited.coin)),
          ],
    transfer,
  }
}

/** Practice money, once for a player and coin. */
export function grantPracticeMoney({ player, coin, amount }: PlayerAmount): LedgerTransaction {
  return {
    key: grantKey(player, coin),
    kind: 'practice-grant',
    moves: move(amount, house('house', coin), available(player, coin)),
  }
}

interface Bet extends PlayerAmount {
  /** Unique among all bets. */
  readonly bet: string
  /** Slug of the game. */
  readonly game: string
}

/** The stake of a bet that is decided later. */
export function placeStake({ player, coin, amount, bet, game }: Bet): LedgerTransaction {
  return {
    key: stakeKey(bet),
    kind: 'stake',
    subject: game,
    moves: move(amount, available(player, coin), house('house', coin)),
  }
}

/** What a decided bet pays, once; one that pays nothing has nothing to post. */
export function settlePayout({ player, coin, amount, bet, game }: Bet): LedgerTransaction {
  return {
    key: `bet/${bet}/payout`,
    kind: 'payout',
    subject: game,
    moves: move(amount, house('house', coin), available(player, coin)),
  }
}

/** The stake of a bet that was never decided, back as a whole: for sums it is as if there had been no bet. */
export function returnStake({ player, coin, amount, bet, game }: Bet): LedgerTransaction {
  return {
    key: `bet/${bet}/back`,
    kind: 'payout',
    subject: game,
    moves: move(amount, house('house', coin), available(player, coin)),
  }
}

/**
 * A bet decided at once: stake and payout (0 or more) together. The stake has to be there before the payout
 * comes. Its key is that of `placeStake`, so a bet is one or the other.
 */
export function playRound({
  player,
  coin,
  amount,
  payout,
  bet,
  game,
}: Bet & { readonly payout: bigint }): LedgerTransaction {
  const stake = move(amount, available(player, coin), house('house', coin))
  const paid = payout === 0n ? [] : move(payout, house('house', coin), available(player, coin))
  return { key: stakeKey(bet), kind: 'round', subject: game, moves: [...stake, ...paid] }
}

interface BonusAmount extends PlayerAmount {
  /** Unique among all bonuses. */
  readonly bonus: string
}

/** Gives a bonus, once; it cannot be played with before it is released. */
export function lockBonus({ player, coin, amount, bonus }: BonusAmount): LedgerTransaction {
  return {
    key: `bonus/${bonus}/lock`,
    kind: 'bonus-lock',
    subject: bonus,
    moves: move(amount, house('bonus', coin), locked(player, coin)),
  }
}

/** Releases a part of a bonus; `step` tells the parts apart, such as the bet that released it. */
export function releaseBonus({
  player,
  coin,
  amount,
  bonus,
  step,
}: BonusAmount & { readonly step: string }): LedgerTransaction {
  return {
    key: releaseKey(bonus, step),
    kind: 'bonus-release',
    subject: bonus,
    moves: move(amount, locked(player, coin), available(player, coin)),
  }
}

/** Takes back, once, what is left of a bonus that ran out or was declined. */
export function forfeitBonus({ player, coin, amount, bonus }: BonusAmount): LedgerTransaction {
  return {
    key: `bonus/${bonus}/forfeit`,
    kind: 'bonus-forfeit',
    subject: bonus,
    moves: move(amount, locked(player, coin), house('bonus', coin)),
  }
}

/** Sets aside what the player withdraws, its fee included. */
export function reserveWithdrawal({
  player,
  coin,
  amount,
  withdrawal,
}: PlayerAmount & { readonly withdrawal: string }): LedgerTransaction {
  return {
    key: reservationKey(withdrawal),
    kind: 'withdrawal-reserve',
    subject: withdrawal,
    moves: move(amount, available(player, coin), pending(player, coin)),
  }
}

/** What was set aside for a withdrawal: it is completed or cancelled with these figures, not with a caller's. */
export interface Reservation {
  readonly withdrawal: string
  readonly player: number
  readonly coin: string
  /** Fee included. */
  readonly amount: bigint
}

/** The reserved money left on a chain, but for the fee (0 or more), which the house keeps. */
export function completeWithdrawal(
  { player, coin, amount, withdrawal }: Reservation,
  { transfer, fee }: { readonly transfer: ExternalTransfer; readonly fee: bigint },
): LedgerTransaction {
  const kept = fee === 0n ? [] : move(fee, pending(player, coin), house('house', coin))
  return {
    key: settlementKey(withdrawal),
    kind: 'withdrawal-complete',
    subject: withdrawal,
    moves: [...move(amount - fee, pending(player, coin), house('withdrawal', coin)), ...kept],
    transfer,
  }
}

/** The player has the reserved money back, but for the fee when the house had costs. */
export function cancelWithdrawal(
  { player, coin, amount, withdrawal }: Reservation,
  { fee = 0n }: { readonly fee?: bigint } = {},
): LedgerTransaction {
  const kept = fee === 0n ? [] : move(fee, pending(player, coin), house('house', coin))
  return {
    key: settlementKey(withdrawal),
    kind: 'withdrawal-cancel',
    subject: withdrawal,
    moves: [...move(amount - fee, pending(player, coin), available(player, coin)), ...kept],
  }
}

/** Pays rakeback out; `claim` is unique among all claims of rakeback. */
export function claimRakeback({
  player,
  coin,
  amount,
  claim,
}: PlayerAmount & { readonly claim: string }): LedgerTransaction {
  return {
    key: `rakeback/${claim}`,
    kind: 'rakeback',
    moves: move(amount, house('rakeback', coin), available(player, coin)),
  }
}

/** Pays a referral's reward out; `reward` is unique among all rewards. */
export function payReferral({
  player,
  coin,
  amount,
  reward,
}: PlayerAmount & { readonly reward: string }): LedgerTransaction {
  return {
    key: `referral/${reward}`,
    kind: 'referral',
    moves: move(amount, house('referral', coin), available(player, coin)),
  }
}

/**
 * What the player gives up, once, by closing the account: what is available becomes the house's, what is
 * locked goes back to the bonuses. Reserved money is not the player's to give up.
 */
export function forfeitAccount({
  player,
  held,
}: {
  readonly player: number
  readonly held: readonly CoinBalance[]
}): LedgerTransaction {
  return {
    key: `account-forfeit/${player}`,
    kind: 'account-forfeit',
    moves: held.flatMap((balance) => [
      ...moveAll(balance.available, available(player, balance.coin), house('house', balance.coin)),
      ...moveAll(balance.locked, locked(player, balance.coin), house('bonus', balance.coin)),
    ]),
  }
}

export function grantKey(player: number, coin: string): string {
  return `practice-grant/${player}/${coin}`
}

export function stakeKey(bet: string): string {
  return `bet/${bet}/stake`
}

export function releaseKey(bonus: string, step: string): string {
  return `bonus/${bonus}/release/${step}`
}

export function reservationKey(withdrawal: string): string {
  return `withdrawal/${withdrawal}/reserve`
}

/** One key for both ends of a withdrawal: whichever comes first, the other one is refused. */
function settlementKey(withdrawal: string): string {
  return `withdrawal/${withdrawal}/settle`
}

function move(amount: bigint, from: LedgerAccount, to: LedgerAccount): Move[] {
  if (amount <= 0n) throw new LedgerError('invalid_amount', `${amount} is not above 0`)
  return [{ from, to, amount }]
}

/** The same, for an amount that may be 0. */
function moveAll(amount: bigint, from: LedgerAccount, to: LedgerAccount): Move[] {
  return amount === 0n ? [] : move(amount, from, to)
}

const house = (kind: HouseKind, coin: string): LedgerAccount => ({ kind, coin })
const of =
  (kind: PlayerKind) =>
  (player: number, coin: string): LedgerAccount => ({ kind, coin, player })
const available = of('available')
const locked = of('locked')
const pending = of('pending')
