import { REWARD_PAYERS, type HouseKind, type PlayerKind, type RewardKind } from '#server/db/ledger-kinds.ts'
import type { CoinBalance } from './balances.ts'
import type { ExternalTransfer, LedgerAccount, LedgerTransaction, Move } from './ledger-transaction.ts'
import { LedgerError } from './ledger-error.ts'

// Builds the transactions for `postTransaction`. Amounts are above 0 and in the smallest unit. Keys derive from what must
// happen only once, so that callers cannot choose a wrong one.

interface PlayerAmount {
  readonly player: number
  readonly coin: string
  readonly amount: bigint
}

/** `credited` differs from `coin` and `amount` when the house converts the deposit. */
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
    throw new LedgerError('unbalanced', 'A deposit in the same coin is credited with the same amount')
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

/** Once for each player and coin. */
export function grantPracticeMoney({ player, coin, amount }: PlayerAmount): LedgerTransaction {
  return {
    key: grantKey(player, coin),
    kind: 'practice-grant',
    moves: move(amount, house('house', coin), available(player, coin)),
  }
}

interface Bet extends PlayerAmount {
  readonly bet: string
  /** Slug. */
  readonly game: string
}

/** For a bet that is decided later. */
export function placeStake({ player, coin, amount, bet, game }: Bet): LedgerTransaction {
  return {
    key: stakeKey(bet),
    kind: 'stake',
    subject: game,
    moves: move(amount, available(player, coin), house('house', coin)),
  }
}

/** Not needed for a payout of 0. */
export function settlePayout({ player, coin, amount, bet, game }: Bet): LedgerTransaction {
  return {
    key: `bet/${bet}/payout`,
    kind: 'payout',
    subject: game,
    moves: move(amount, house('house', coin), available(player, coin)),
  }
}

/** Refunds the stake of a bet that was never decided. Sums then ignore the bet. */
export function returnStake({ player, coin, amount, bet, game }: Bet): LedgerTransaction {
  return {
    key: `bet/${bet}/back`,
    kind: 'payout',
    subject: game,
    moves: move(amount, house('house', coin), available(player, coin)),
  }
}

/**
 * A bet that is decided at once. `payout` may be 0. The balance must cover the stake before the payout. Shares its key with
 * `placeStake`, so a bet can use only one of the two.
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
  readonly bonus: string
}

/** A locked bonus cannot be staked. */
export function lockBonus({ player, coin, amount, bonus }: BonusAmount): LedgerTransaction {
  return {
    key: `bonus/${bonus}/lock`,
    kind: 'bonus-lock',
    subject: bonus,
    moves: move(amount, house('bonus', coin), locked(player, coin)),
  }
}

/** `step` identifies the part, for example the bet that released it. */
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

export function forfeitBonus({ player, coin, amount, bonus }: BonusAmount): LedgerTransaction {
  return {
    key: `bonus/${bonus}/forfeit`,
    kind: 'bonus-forfeit',
    subject: bonus,
    moves: move(amount, locked(player, coin), house('bonus', coin)),
  }
}

/** `amount` includes the fee. */
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

/** Read from the ledger, so that a withdrawal ends with the reserved amount and not with a caller's. */
export interface Reservation {
  readonly withdrawal: string
  readonly player: number
  readonly coin: string
  readonly amount: bigint
}

/** The house keeps the fee, which may be 0. */
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

/** Refunds the player. The house keeps the fee if it had costs. */
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

/** `key` names what must be paid only once to the player, such as the edge that a claim begins with. */
export function payReward({
  player,
  coin,
  amount,
  kind,
  key,
}: PlayerAmount & { readonly kind: RewardKind; readonly key: string }): LedgerTransaction {
  return {
    key: `${kind}/${player}/${key}`,
    kind,
    moves: move(amount, house(REWARD_PAYERS[kind], coin), available(player, coin)),
  }
}

/** The house pays the stake of a free bet, which is placed in the same transaction of the database. */
export function payFreeStake({ player, coin, amount, bet, game }: Bet): LedgerTransaction {
  return {
    key: `bet/${bet}/free`,
    kind: 'free-stake',
    subject: game,
    moves: move(amount, house('gift', coin), available(player, coin)),
  }
}

interface ProviderAmount extends PlayerAmount {
  readonly provider: string
  /** The provider's name for the transaction. */
  readonly transaction: string
  /** The provider's name for the game. */
  readonly game: string
}

const ofProvider = ({ provider, transaction, game }: ProviderAmount) => ({
  key: `provider/${provider}/${transaction}`,
  subject: `${provider}/${game}`,
})

export function placeProviderBet(bet: ProviderAmount): LedgerTransaction {
  const { player, coin, amount } = bet
  const moves = move(amount, available(player, coin), house('provider', coin))
  return { ...ofProvider(bet), kind: 'provider-bet', moves }
}

export function payProviderWin(win: ProviderAmount): LedgerTransaction {
  const { player, coin, amount } = win
  const moves = move(amount, house('provider', coin), available(player, coin))
  return { ...ofProvider(win), kind: 'provider-win', moves }
}

export function returnProviderBet(back: ProviderAmount): LedgerTransaction {
  const { player, coin, amount } = back
  const moves = move(amount, house('provider', coin), available(player, coin))
  return { ...ofProvider(back), kind: 'provider-bet-back', moves }
}

/** @param short what the player does not have any more: the house lends it to the provider */
export function takeProviderWinBack(back: ProviderAmount, short: bigint): LedgerTransaction {
  const { player, coin, amount } = back
  const lent = moveAll(short, house('provider-debt', coin), available(player, coin))
  const taken = move(amount, available(player, coin), house('provider', coin))
  return { ...ofProvider(back), kind: 'provider-win-back', moves: [...lent, ...taken] }
}

/**
 * Closing an account forfeits its balances: available money to the house, locked money to the bonus account. Reserved money
 * stays reserved.
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

/** Completion and cancellation share one key, so only one of them can happen. */
function settlementKey(withdrawal: string): string {
  return `withdrawal/${withdrawal}/settle`
}

function move(amount: bigint, from: LedgerAccount, to: LedgerAccount): Move[] {
  if (amount <= 0n) throw new LedgerError('invalid_amount', `${amount} is not above 0`)
  return [{ from, to, amount }]
}

/** Allows 0. */
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
