import {
  changeSeeds,
  getSeeds,
  listPastSeeds,
  listRounds,
  type PlayAnswer,
  type SeedPair as WireSeedPair,
} from '#contract/play.ts'
import { clientSeedFrom } from '#fair/seeds.ts'
import type { OpenRound, PastSeedPair, SeedChange, SeedPair } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { refreshBalances, refreshLimits } from './account-balances.ts'
import { mustBeOnline, showStatus, whileLooking, type ServerAccount } from './account-state.ts'
import { askFresh } from './answer-order.ts'
import { askUntilKnown, isAnswerLost } from './lost-answers.ts'
import { toPlayError } from './server-error.ts'
import { readRound } from './wire-bets.ts'

const CLIENT_SEED_BYTES = 10
/** A refresh that failed is repeated after so long, and whenever the player comes back. */
const RETRY_MS = 10_000

/** Asks for everything anew. Never fails: the status tells. */
export async function refresh(account: ServerAccount): Promise<void> {
  const { signal, connection } = account
  if (signal.aborted) return
  clearTimeout(account.retry)
  try {
    // Rounds and bets are read with the decimals of their coins.
    await Promise.all([
      refreshBalances(account),
      refreshSeeds(account),
      refreshLimits(account).then(() => refreshRounds(account)),
    ])
    account.problem = undefined
  } catch (error) {
    account.problem = connection.get() === 'offline' ? undefined : toPlayError(error, 'reading')
    // Offline it is repeated as soon as the server is there.
    if (!signal.aborted && connection.get() === 'online') {
      account.retry = setTimeout(() => void refresh(account), RETRY_MS)
    }
  }
  showStatus(account)
}

export const refreshRounds = (account: ServerAccount): Promise<void> =>
  account.turns.rounds(async () => {
    const { call, openRounds, settledRounds, stepsSeen, decimalsOf } = account
    const answer = await askFresh(account.roundOrder, () => call(listRounds))
    if (!answer) return
    const rounds = answer.rounds.filter(({ id }) => !settledRounds.has(id))
    for (const { id, steps } of rounds) stepsSeen.set(id, steps.length)
    const open = rounds.flatMap((round) => {
      try {
        return readRound(round, decimalsOf)
      } catch {
        // A game that this build does not know.
        return []
      }
    })
    if (!isSameRounds(open, openRounds.get())) openRounds.set(open)
  })

const isSameRounds = (some: readonly OpenRound[], others: readonly OpenRound[]): boolean =>
  JSON.stringify(some, asText) === JSON.stringify(others, asText)
const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

/** Ignores an answer that comes late and tells of a round as it was. */
export function noteOpenRound(
  { openRounds, roundOrder, settledRounds, stepsSeen }: ServerAccount,
  { steps }: Extract<PlayAnswer, { status: 'open' }>['round'],
  round: OpenRound,
): void {
  const seen = stepsSeen.get(round.id) ?? -1
  if (settledRounds.has(round.id) || steps.length < seen) return
  stepsSeen.set(round.id, steps.length)
  roundOrder.changed()
  openRounds.set([...openRounds.get().filter(({ id }) => id !== round.id), round])
}

export function noteSettledRound({ openRounds, roundOrder, settledRounds }: ServerAccount, id: string): void {
  settledRounds.add(id)
  const before = openRounds.get()
  const others = before.filter((round) => round.id !== id)
  if (others.length === before.length) return
  roundOrder.changed()
  openRounds.set(others)
}

export const refreshSeeds = (account: ServerAccount): Promise<void> =>
  account.turns.seeds(async () => {
    const { call, seedOrder, random } = account
    const place = seedOrder.sent()
    const pair = await call(getSeeds)
    if (pair.clientSeed !== null) {
      if (seedOrder.isFresh(place)) showSeeds(account, pair)
      return
    }
    // The first pair: its server seed was committed to before this client seed is made, here and nowhere else.
    const clientSeed = clientSeedFrom(random(new Uint8Array(CLIENT_SEED_BYTES)))
    try {
      await beginPair(account, clientSeed, pair.nextServerSeedHash)
    } catch (error) {
      // Another tab or device was first.
      if (toPlayError(error, 'seeds').code !== 'seed_commitment_wrong') throw error
      showSeeds(account, await call(getSeeds))
    }
  })

function showSeeds({ seeds }: ServerAccount, pair: WireSeedPair): void {
  const { serverSeedHash, clientSeed, nonce, nextServerSeedHash } = pair
  if (serverSeedHash === null || clientSeed === null) return
  const shown = seeds.get()
  const isSame = shown?.serverSeedHash === serverSeedHash
  if (isSame && shown.nonce >= nonce && shown.nextServerSeedHash === nextServerSeedHash) return
  seeds.set({ serverSeedHash, clientSeed, nonce, nextServerSeedHash })
}

export function noteNonce(
  account: ServerAccount,
  { serverSeedHash, nonce }: { readonly serverSeedHash: string; readonly nonce: number },
): void {
  const shown = account.seeds.get()
  if (!shown) return
  if (shown.serverSeedHash !== serverSeedHash) void refreshSeeds(account).catch(() => undefined)
  else if (nonce >= shown.nonce) account.seeds.set({ ...shown, nonce: nonce + 1 })
}

/** Makes the first client seed where the player has none yet. */
export async function haveSeeds(account: ServerAccount): Promise<SeedPair> {
  if (!account.seeds.get()) await refreshSeeds(account)
  const pair = account.seeds.get()
  if (!pair) throw new PlayError('server_failed', 'There are no seeds to bet with')
  return pair
}

/** @throws PlayError `offline`; as the API does: `round_open`, `seed_commitment_wrong`, `bad_request` */
export async function setClientSeed(account: ServerAccount, clientSeed: string): Promise<SeedChange> {
  mustBeOnline(account)
  const { nextServerSeedHash } = await haveSeeds(account)
  try {
    const change = await beginPair(account, clientSeed, nextServerSeedHash)
    account.followers.tell({ type: 'changed' })
    account.tellOtherTabs()
    return change
  } catch (error) {
    await Promise.all([refreshSeeds(account), refreshRounds(account)]).catch(() => undefined)
    throw error
  }
}

/** Begins the pair that was committed to as next. */
async function beginPair(
  account: ServerAccount,
  clientSeed: string,
  nextServerSeedHash: string,
): Promise<SeedChange> {
  const { call, seedOrder } = account
  let current: WireSeedPair
  let revealed: WirePastPair | null | undefined
  try {
    ;({ current, revealed } = await call(changeSeeds, { body: { clientSeed, nextServerSeedHash } }))
    seedOrder.changed()
    showSeeds(account, current)
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    // The commitment that is in use now tells if the change was made.
    current = await whileLooking(account, () => askUntilKnown(() => call(getSeeds), account))
    if (current.serverSeedHash !== nextServerSeedHash) throw error
    seedOrder.changed()
    showSeeds(account, current)
    revealed = (await call(listPastSeeds)).pairs[0]
  }
  const { serverSeedHash, clientSeed: used, nonce, nextServerSeedHash: next } = current
  return {
    current: {
      serverSeedHash: serverSeedHash ?? '',
      clientSeed: used ?? '',
      nonce,
      nextServerSeedHash: next,
    },
    revealed: revealed ? readPastPair(revealed) : undefined,
  }
}

type WirePastPair = Omit<PastSeedPair, 'revealedAt'> & { readonly revealedAt: string }

export const readPastPair = ({ revealedAt, ...pair }: WirePastPair): PastSeedPair => ({
  ...pair,
  revealedAt: Date.parse(revealedAt),
})
