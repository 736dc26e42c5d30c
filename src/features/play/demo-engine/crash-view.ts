import type { CrashBet, CrashRound } from '#contract/crash.ts'
import type { CrashChainFacts, CrashView } from '#features/play/crash-table.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { crashShareLeft } from '#rules/crash/crash-curve.ts'
import {
  isOver,
  paidOf,
  type CrashBetRecord,
  type CrashRecord,
  type CrashRoundRecord,
} from './crash-record.ts'
import { DEMO_COIN } from './demo-coin.ts'

export function toCrashView({ chain: { lastHash }, round, last, mine }: CrashRecord): CrashView {
  const inRound = (id: string) => mine.filter((bet) => bet.round === id && bet.status !== 'cancelled')
  return {
    round: {
      ...toCrashRound(round, lastHash, inRound(round.id)),
      locksAt: round.status === 'betting' ? round.locksAt : null,
      listed: [],
    },
    mine: mine.map(toCrashBet),
    last: [...(isOver(round) ? [round] : []), ...last].map((each) =>
      toCrashRound(each, lastHash, inRound(each.id)),
    ),
    latency: null,
    voids: last.filter(({ status }) => status === 'void').length,
  }
}

export function toChainFacts({ chain: { lastHash, length, played }, last }: CrashRecord): CrashChainFacts {
  const others = new Set(last.flatMap((round) => round.chain ?? []))
  others.delete(lastHash)
  return { lastHash, length, played, saltRule: 'device', others: [...others] }
}

/** Hash, salt and point are secret until the round is over. */
function toCrashRound(
  round: CrashRoundRecord,
  lastHash: string,
  bets: readonly CrashBetRecord[],
): CrashRound {
  const { id, game, chain = lastHash, status, startAt } = round
  const isPlayed = status === 'settled'
  return {
    id,
    game,
    chain,
    status,
    startAt,
    bets: bets.length,
    gameHash: isOver(round) ? round.gameHash : null,
    salt: isOver(round) ? round.salt : null,
    point: isPlayed && round.point !== null ? round.point / 100 : null,
    // Demo coins have no price.
    staked: '0',
    paid: '0',
  }
}

export function toCrashBet(bet: CrashBetRecord): CrashBet {
  const { id, key, round, stake, target, cap, status, cashOuts } = bet
  return {
    id,
    key,
    round,
    coin: DEMO_COIN.coin,
    stake: decimalOf(stake),
    status,
    autoAt: target === null ? null : target / 100,
    capAt: cap / 100,
    cashOuts: cashOuts.map(({ share, multiplier, payout, by, arrivedMs, key: cashOutKey }) => ({
      share,
      by,
      arrivedMs,
      key: cashOutKey,
      multiplier: multiplier / 100,
      payout: decimalOf(payout),
    })),
    payout: decimalOf(paidOf(bet)),
  }
}

/** All that a bet that is out has paid, the stake that came back included. */
export const endOf = (bet: CrashBetRecord) => ({
  key: bet.key,
  stake: bet.stake,
  payout:
    paidOf(bet) + (bet.status === 'settled' ? 0n : payoutOf(bet.stake, crashShareLeft(bet.cashOuts) * 100)),
})

const decimalOf = (units: bigint) => formatDecimal({ units, scale: DEMO_COIN.decimals })
