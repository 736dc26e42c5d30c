import { FairnessError } from '#fair/fairness-error.ts'
import { type Fields, parseFields, parseInteger } from '#fair/parse-value.ts'
import { previousCrashHash } from './crash.ts'
import { type CrashBeaconValue, crashSaltFault } from './crash-salt.ts'

/** `crash`: a game does not belong to its chain, or its salt is not the one that the beacon signed. */
interface CrashFaultAnswer {
  fault: 'crash'
  error: string
}

/** The last answer about rounds of Crash. */
interface CrashSummary {
  /** Games with a known place in a chain, and those whose hash leads to the chain's last hash. */
  crashGames: number
  ofChain: number
  /** Salts that came with a drand signature, and those that are right. */
  crashSalts: number
  signedSalts: number
}
export type CrashAnswer = CrashFaultAnswer | CrashSummary

/** A game's claimed place in a chain. */
export interface CrashPlace {
  /** The chain's last hash, published before its first game. */
  readonly chain: string
  /** From 1. */
  readonly game: number
  readonly gameHash: string
}

/** Reports the progress of hashing back to the last hash. */
export type OnCrashSteps = (done: number, all: number) => void

/** Koi makes no longer chain. */
const MOST_GAMES = 2 ** 20
/** Steps between two pauses, some milliseconds, so that a page stays responsive. */
const STEPS_AT_ONCE = 2_000

/**
 * Collects rounds of Crash and checks at the end what a result alone does not prove: that the round's hash was fixed
 * when its chain was published, and that its salt is a value of the beacon.
 */
export function createCrashVerifier() {
  const chains = new Map<string, Map<number, string>>()
  const salts = new Map<string, { readonly salt: string; readonly beacon: CrashBeaconValue }>()
  const faults: CrashFaultAnswer[] = []
  const fault = (error: string) => void faults.push({ fault: 'crash', error })

  function addGame({ chain, game, gameHash }: CrashPlace): void {
    if (game > MOST_GAMES) throw new FairnessError(`a chain has ${MOST_GAMES} games at most`)
    const games = chains.get(chain) ?? new Map<number, string>()
    chains.set(chain, games)
    const known = games.get(game) ?? gameHash
    if (known === gameHash) games.set(game, gameHash)
    else fault(`game ${game} has two hashes: ${known} and ${gameHash}`)
  }

  function takeRound({ chain, game, gameHash, salt, beacon }: Fields): void {
    if (chain !== undefined && typeof gameHash === 'string') {
      const place = parseInteger(game, 'the number of the game', 1, MOST_GAMES)
      addGame({ chain: hexOf(chain, 'the last hash of the chain', 64), game: place, gameHash })
    }
    const value = typeof salt === 'string' ? parseCrashBeacon(beacon) : undefined
    if (value && typeof salt === 'string') salts.set(`${value.round} ${salt}`, { salt, beacon: value })
  }

  return {
    addGame,

    /**
     * Takes `crashChain` and `crashGame` with `gameHash`, and `beacon` with `salt`.
     * @throws {FairnessError} if a field is malformed
     */
    take({ crashChain, crashGame, ...more }: Fields): void {
      takeRound({ ...more, chain: crashChain, game: crashGame })
    },

    /** Takes a round in the form of `GET /crash/rounds`, with `chain` and `game`. */
    takeRound,

    /** Returns faults and a summary; an empty list if there were no rounds. */
    async finish(onSteps: OnCrashSteps = () => {}): Promise<CrashAnswer[]> {
      const all = [...chains.values()].reduce((sum, games) => sum + newestOf(games), 0)
      let [before, crashGames, ofChain, signedSalts] = [0, 0, 0, 0]
      for (const [chain, games] of chains) {
        const wrong = await gamesNotOf(chain, games, (done) => onSteps(before + done, all))
        for (const game of wrong)
          fault(`the hash of game ${game} does not lead to the last hash of its chain, ${chain}`)
        crashGames += games.size
        ofChain += games.size - wrong.length
        before += newestOf(games)
      }
      for (const { salt, beacon } of salts.values()) {
        const error = await crashSaltFault(salt, beacon)
        if (error === undefined) signedSalts += 1
        else fault(error)
        await pause()
      }
      if (crashGames + salts.size + faults.length === 0) return []
      return [...faults, { crashGames, ofChain, crashSalts: salts.size, signedSalts }]
    },
  }
}

/** No `Math.max(...)`: there may be more games than a function takes arguments. */
function newestOf(games: ReadonlyMap<number, string>): number {
  let newest = 0
  for (const game of games.keys()) newest = Math.max(newest, game)
  return newest
}

/** Games whose hashes do not lead to the last hash of the chain. One walk computes all hashes in between. */
async function gamesNotOf(
  chain: string,
  games: ReadonlyMap<number, string>,
  onStep: (done: number) => void,
): Promise<number[]> {
  const newestFirst = [...games.keys()].sort((a, b) => b - a)
  const wrong = new Set<number>()
  for (const newest of newestFirst) {
    if (wrong.has(newest)) continue
    const own: number[] = []
    const others: number[] = []
    const onWay = (game: number, hash: string) => {
      if (games.has(game) && !wrong.has(game)) (games.get(game) === hash ? own : others).push(game)
    }
    const reached = await crashHashBefore(games.get(newest) ?? '', newest, {
      onStep,
      onWay: (hash, back) => onWay(newest - back, hash),
    })
    // A hash that leads to the last hash also proves which of the others are right.
    if (reached === chain) return [...wrong, ...others].sort((a, b) => a - b)
    for (const game of own) wrong.add(game)
  }
  return [...wrong].sort((a, b) => a - b)
}

/** Hashes `steps` times; 0 returns the hash itself. Pauses, so that a page stays responsive. */
export async function crashHashBefore(
  gameHash: string,
  steps: number,
  {
    onStep,
    onWay,
  }: { readonly onStep?: (done: number) => void; readonly onWay?: (hash: string, back: number) => void } = {},
): Promise<string> {
  let hash = gameHash
  for (let back = 0; back < steps; back += 1) {
    onWay?.(hash, back)
    hash = previousCrashHash(hash)
    if ((back + 1) % STEPS_AT_ONCE > 0) continue
    onStep?.(back + 1)
    await pause()
  }
  return hash
}

/**
 * Undefined for a beacon that signs nothing, such as the one of practice mode.
 * @throws {FairnessError} if it is malformed
 */
function parseCrashBeacon(value: unknown): CrashBeaconValue | undefined {
  if (value === undefined || value === null) return undefined
  const { lockedAt, round, signature } = parseFields(value, 'beacon')
  if (signature === null) return undefined
  return {
    lockedAt: parseInteger(lockedAt, 'lockedAt', 0, Number.MAX_SAFE_INTEGER),
    round: parseInteger(round, 'round', 1, Number.MAX_SAFE_INTEGER),
    signature: hexOf(signature, 'the signature of the beacon', 96),
  }
}

function hexOf(value: unknown, name: string, length: number): string {
  if (typeof value === 'string' && value.length === length && /^[0-9a-f]*$/.test(value)) return value
  throw new FairnessError(`${name} must be ${length} hexadecimal digits`)
}

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve))
