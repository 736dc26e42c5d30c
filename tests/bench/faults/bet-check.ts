import { createPublicKey, verify } from 'node:crypto'
import type { Bet } from '#contract/play.ts'
import { MULTIPLIER_SCALE, payoutOf } from '#fair/multiplier.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { createReceiptVerifier } from '#verify/verify-receipts.ts'
import { rulesOf } from '#rules/games.ts'
import { fromDecimal } from '#server/coins/units.ts'
import type { BetCalls, PlayOperation } from './bet-calls.ts'
import { readBetFacts, readTold, type BetFacts, type BetRow, type ClaimRow, type Told } from './bet-facts.ts'
import type { AutoPlayRun, BetPlayer, BetPlayers } from './bet-players.ts'
import type { Check } from './check.ts'
import type { Queries } from './database-pair.ts'

/** Compares the database, and the final lists of players, with the answers that they got. */
export async function checkBets(
  db: Queries,
  calls: BetCalls,
  { players, runs }: BetPlayers,
): Promise<Check[]> {
  const facts = await readBetFacts(db, calls)
  const told = new Map<number, Told>()
  for (const player of players) told.set(player.uid, await readTold(calls, player))
  const asked = calls.operations.filter(({ kind }) => kind === 'bet')
  const bets = [...told.values()].flatMap((each) => each.bets)
  const each = (check: (player: BetPlayer, own: Told) => readonly string[]) =>
    players.flatMap((player) => check(player, told.get(player.uid) ?? NOTHING))
  return [
    {
      name: 'bets: each acknowledged one is there once, as it was answered; none that was refused or is lost',
      compared: asked.length,
      faults: compareAsked(asked, facts, told),
    },
    {
      name: 'rounds: each acknowledged end is the one that there is',
      compared: calls.operations.filter(isEnd).length,
      faults: compareEnds(calls.operations, told),
    },
    {
      name: 'bets: each recomputed from its revealed seed, its payout from its outcome',
      compared: bets.length,
      faults: bets.flatMap((bet) => recompute(bet, facts.decimals.get(bet.coin) ?? 0)),
    },
    {
      name: 'nonces of each pair: from 0 without a gap, as many as the pair says',
      compared: [...told.values()].flatMap(({ pairs }) => pairs).length,
      faults: each(checkNonces),
    },
    {
      name: 'seeds: each acknowledged change is in the list of revealed pairs',
      compared: calls.operations.filter(({ kind }) => kind === 'seeds').length,
      faults: compareReveals(calls.operations, told),
    },
    await checkReceipts(calls, facts, told),
    {
      name: 'sums of each player: what came in and what the bets made',
      compared: players.length,
      faults: each((player, own) => checkSums(player, own, facts)),
    },
    {
      name: 'claims: each acknowledged one was paid once, and no other',
      compared: facts.claims.length,
      faults: compareClaims(calls.operations, facts.claims),
    },
    {
      name: 'auto-plays: steps without a gap, no bet behind a stop, result and end as they should be',
      compared: runs.length,
      faults: runs.flatMap((run) => checkRun(run, facts)),
    },
    {
      name: 'limits: nobody has staked more than he allowed himself, and all hours add up',
      compared: players.length,
      faults: players.flatMap((player) => checkHours(player, facts)),
    },
  ]
}

const NOTHING: Told = { bets: [], pairs: [], held: new Map() }
const isEnd = ({ kind, acknowledged }: PlayOperation) =>
  (kind === 'step' || kind === 'cash-out') && acknowledged?.['status'] === 'settled'

/** The part of a bet that an answer and the history share. */
const facesOf = ({
  id,
  game,
  coin,
  stake,
  multiplier,
  payout,
  outcome,
  params,
  steps,
  endedBy,
  seeds,
}: Bet) =>
  JSON.stringify([
    ...[id, game, coin, stake, multiplier, payout, outcome, params, steps, endedBy],
    ...[seeds.serverSeedHash, seeds.clientSeed, seeds.nonce],
  ])

function compareAsked(
  asked: readonly PlayOperation[],
  { bets }: BetFacts,
  told: ReadonlyMap<number, Told>,
): string[] {
  const byKey = new Map<string, BetRow[]>()
  for (const row of bets)
    byKey.set(`${row.account_id} ${row.key}`, [...(byKey.get(`${row.account_id} ${row.key}`) ?? []), row])
  const keys = new Set(asked.map(({ uid, key }) => `${uid} ${key}`))
  const ids = new Map([...told].map(([uid, own]) => [uid, new Map(own.bets.map((bet) => [bet.id, bet]))]))
  const strangers = [...byKey.keys()].filter((place) => !keys.has(place))
  return [
    ...strangers.map((place) => `bet ${place} was made by nobody`),
    ...asked.flatMap((operation) => {
      const { uid, key, acknowledged, refused, isDoubtful, isGone } = operation
      const [row, ...more] = byKey.get(`${uid} ${key}`) ?? []
      const name = `bet ${key} of player ${uid}`
      if (more.length > 0) return [`${name} is there ${more.length + 1} times`]
      if (acknowledged === null) {
        if (row && isGone) return [`${name} was given up, and is there`]
        if (row && refused !== null && !isDoubtful) return [`${name} was refused (${refused}), and is there`]
        return refused === null && !isGone ? [`${name} never had an answer`] : []
      }
      const answered = (acknowledged['bet'] ?? acknowledged['round']) as Bet
      const shown = ids.get(uid)?.get(answered.id)
      if (!row || row.id !== answered.id || !shown) return [`${name} was acknowledged, and is not there`]
      if (acknowledged['status'] === 'settled' && facesOf(answered) !== facesOf(shown))
        return [`${name} was answered ${facesOf(answered)}, and is ${facesOf(shown)}`]
      const isSame =
        shown.stake === answered.stake &&
        shown.seeds.nonce === answered.seeds.nonce &&
        shown.seeds.serverSeedHash === answered.seeds.serverSeedHash
      return isSame ? [] : [`${name} is another one than the one that was begun`]
    }),
  ]
}

function compareClaims(operations: readonly PlayOperation[], claims: readonly ClaimRow[]): string[] {
  const asked = operations.filter(({ kind }) => kind === 'claim')
  const paid = new Map(claims.map((row) => [`${row.account_id} ${row.request}`, row.id]))
  const known = new Set(asked.map(({ uid, key }) => `${uid} ${key}`))
  const strangers = [...paid.keys()].filter((place) => !known.has(place))
  return [
    ...strangers.map((place) => `claim ${place} was made by nobody`),
    ...asked.flatMap(({ uid, key, acknowledged }) => {
      const claim = acknowledged?.['claim'] as { readonly id: string } | undefined
      const isSame = paid.get(`${uid} ${key}`) === claim?.id
      return isSame ? [] : [`claim ${key} of player ${uid} was answered ${claim?.id}, and is another`]
    }),
  ]
}

function compareEnds(operations: readonly PlayOperation[], told: ReadonlyMap<number, Told>): string[] {
  return operations.filter(isEnd).flatMap(({ uid, acknowledged }) => {
    const answered = acknowledged?.['bet'] as Bet
    const shown = told.get(uid)?.bets.find(({ id }) => id === answered.id)
    if (shown && facesOf(shown) === facesOf(answered)) return []
    return [
      `round ${answered.id} of player ${uid} ended ${facesOf(answered)}, and is ${shown ? facesOf(shown) : 'not there'}`,
    ]
  })
}

/** Uses no code of the server: the outcome by the verifier, the payout by the rules. */
function recompute(bet: Bet, decimals: number): string[] {
  const { id, game, params, outcome, steps = [], stake, payout, seeds } = bet
  const verified = verifyBet({ game, params, outcome, ...seeds })
  if (verified.matches !== true) return [`bet ${id}: ${JSON.stringify(outcome)} is not what its seeds give`]
  const rules = rulesOf(game)
  const read = rules.parseParams(params)
  const drawn = rules.fromWire(outcome, read)
  const taken = rules.kind === 'round' ? steps.map((step) => rules.parseStep(step)) : []
  const position = { params: read, outcome: drawn, steps: taken }
  const multiplier =
    rules.kind === 'instant'
      ? rules.multiplier(read, drawn)
      : bet.endedBy === 'step'
        ? rules.take({ ...position, steps: taken.slice(0, -1) }, taken.at(-1))
        : rules.value(position)
  const paid = payoutOf(fromDecimal(stake, decimals), multiplier ?? -1)
  const isPaid =
    Math.round(bet.multiplier * MULTIPLIER_SCALE) === multiplier && fromDecimal(payout, decimals) === paid
  return isPaid ? [] : [`bet ${id} of ${stake} paid ${payout} (${bet.multiplier}) instead of ${paid} units`]
}

function checkNonces({ uid }: BetPlayer, { bets, pairs }: Told): string[] {
  const used = new Map(pairs.map(({ serverSeedHash }) => [serverSeedHash, [] as number[]]))
  const faults: string[] = []
  for (const { id, seeds } of bets) {
    const nonces = used.get(seeds.serverSeedHash)
    if (nonces) nonces.push(seeds.nonce)
    else faults.push(`bet ${id} of player ${uid} has a pair that was not revealed`)
  }
  for (const { serverSeedHash, betCount } of pairs) {
    const nonces = (used.get(serverSeedHash) ?? []).toSorted((a, b) => a - b)
    if (nonces.length === betCount && nonces.every((nonce, place) => nonce === place)) continue
    faults.push(
      `pair ${serverSeedHash} of player ${uid} says ${betCount} bets and has the nonces ${nonces.join()}`,
    )
  }
  return faults
}

function compareReveals(operations: readonly PlayOperation[], told: ReadonlyMap<number, Told>): string[] {
  return operations.flatMap(({ kind, uid, acknowledged }) => {
    const revealed = acknowledged?.['revealed'] as { serverSeedHash: string } | null | undefined
    if (kind !== 'seeds' || !revealed) return []
    const shown = told.get(uid)?.pairs.find((pair) => pair.serverSeedHash === revealed.serverSeedHash)
    return JSON.stringify(shown) === JSON.stringify(revealed)
      ? []
      : [`pair ${revealed.serverSeedHash} of player ${uid} is not as it was revealed`]
  })
}

/** Verifies each receipt beside its bet, the chain of each player, and that it has the received ones. */
export async function checkReceipts(
  calls: Pick<BetCalls, 'receipts'>,
  { receipts, receiptKeys }: BetFacts,
  told: ReadonlyMap<number, Told>,
): Promise<Check> {
  const faults: string[] = []
  let compared = 0
  for (const [uid, own] of receipts) {
    compared += own.length
    const verifier = createReceiptVerifier(isSigned, receiptKeys)
    const ofBets = new Map<string, unknown[]>()
    for (const receipt of own) {
      const { bet } = JSON.parse(receipt.receipt) as { bet: string }
      ofBets.set(bet, [...(ofBets.get(bet) ?? []), receipt])
    }
    const bets = new Map(told.get(uid)?.bets.map((bet) => [bet.id, bet]))
    for (const [id, ofBet] of ofBets) {
      const bet = bets.get(id)
      if (bet) verifier.take({ ...bet, receipts: ofBet })
      else faults.push(`receipts of player ${uid} have a bet ${id} that does not exist`)
    }
    for (const answer of await verifier.finish()) {
      if ('fault' in answer) faults.push(`player ${uid}: ${answer.error}`)
      else if (
        !('verified' in answer) ||
        answer.verified !== own.length ||
        answer.chain !== 'whole' ||
        !answer.fromFirst
      )
        faults.push(`player ${uid}: ${JSON.stringify(answer)} of ${own.length}`)
    }
    for (const bet of bets.keys())
      if (!ofBets.has(bet)) faults.push(`bet ${bet} of player ${uid} has no receipt`)
  }
  for (const [uid, given] of calls.receipts) {
    const texts = new Map(receipts.get(uid)?.map(({ receipt, signature }) => [receipt, signature]))
    for (const [text, { signature }] of given) {
      if (texts.get(text) !== signature)
        faults.push(`player ${uid} got a receipt that does not exist: ${text}`)
    }
  }
  return {
    name: 'receipts: signed, as their bets say, one chain for each player, those that were given among it',
    compared,
    faults,
  }
}

/** Ed25519 by Node. */
function isSigned(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url')
  return verify(
    null,
    message,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
    signature,
  )
}

export function checkSums(
  { uid }: Pick<BetPlayer, 'uid'>,
  { bets, held }: Told,
  { decimals, income }: BetFacts,
): string[] {
  return [...held].flatMap(([coin, amounts]) => {
    const scale = decimals.get(coin) ?? 0
    const units = (text: string) => fromDecimal(text, scale)
    const made = bets
      .filter((bet) => bet.coin === coin)
      .reduce((sum, { stake, payout }) => sum + units(payout) - units(stake), 0n)
    const should = (income.get(`${uid} ${coin}`) ?? 0n) + made
    const has = amounts.reduce((sum, amount) => sum + units(amount), 0n)
    return has === should ? [] : [`player ${uid} has ${has} of ${coin} instead of ${should}`]
  })
}

/** Replays the rules of an auto-play over its bets. */
function checkRun(run: AutoPlayRun, { bets, autoPlays, decimals }: BetFacts): string[] {
  const scale = decimals.get(run.coin) ?? 0
  const units = (text: string | null) => (text === null ? null : fromDecimal(text, scale))
  const [highest, loss] = [units(run.highestStake), units(run.stopOnLoss)]
  const [profit, singleWin] = [units(run.stopOnProfit), units(run.stopOnSingleWin)]
  const name = `auto-play ${run.id} of player ${run.uid}`
  const row = autoPlays.find(({ account_id, id }) => account_id === run.uid && id === run.id)
  if (!row) return [`${name} is not there`]
  const own = bets
    .filter(({ account_id, auto_play }) => account_id === run.uid && auto_play === run.id)
    .toSorted((a, b) => Number(a.auto_play_step) - Number(b.auto_play_step))
  const faults: string[] = []
  let net = 0n
  let isStopped = false
  for (const [place, { auto_play_step: step, stake, payout }] of own.entries()) {
    const staked = BigInt(stake)
    const won = BigInt(payout ?? 0) - staked
    if (step !== place + 1) faults.push(`${name} has step ${step} after ${place}`)
    if (isStopped) faults.push(`${name} went on to step ${step} behind a stop`)
    if (highest !== null && staked > highest) faults.push(`${name} staked ${staked} at step ${step}`)
    if (loss !== null && staked - net > loss)
      faults.push(`${name} could lose ${staked - net} at step ${step}`)
    net += won
    isStopped =
      (singleWin !== null && won >= singleWin) ||
      (profit !== null && net >= profit) ||
      (loss !== null && -net >= loss) ||
      (run.count !== null && place + 1 >= run.count)
  }
  if (row.done !== own.length || BigInt(row.net) !== net)
    faults.push(
      `${name} says ${row.done} bets that made ${row.net}; there are ${own.length} that made ${net}`,
    )
  if (row.ended === null) faults.push(`${name} has not ended`)
  return faults
}

function checkHours({ uid, wagerLimit }: BetPlayer, { bets, hours }: BetFacts): string[] {
  const own = bets.filter(({ account_id }) => account_id === uid)
  const staked = own.reduce((sum, { usd }) => sum + BigInt(usd), 0n)
  const paid = own.reduce(
    (sum, { usd, multiplier }) => sum + (BigInt(usd) * BigInt(multiplier ?? 0)) / 10_000n,
    0n,
  )
  const counted = hours.get(uid) ?? { staked: 0n, paid: 0n }
  const isSame = staked === counted.staked && paid === counted.paid
  const faults = isSame
    ? []
    : [
        `player ${uid} staked ${staked} and was paid ${paid}, the hours say ${counted.staked} and ${counted.paid}`,
      ]
  if (wagerLimit !== null && staked > fromDecimal(wagerLimit, 8)) {
    faults.push(`player ${uid} staked ${staked} with a limit of ${wagerLimit} dollars`)
  }
  return faults
}
