import { crashEndOf } from '#rules/crash/crash-curve.ts'
import { openPracticeBlocks } from '#server/chains/practice-chain.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { createCrashChains } from '#server/crash/crash-chain.ts'
import { createCrashPoints } from '#server/crash/crash-points.ts'
import type { CrashRow } from '#server/crash/crash-rounds.ts'
import { CRASH_TIMES } from '#server/crash/crash-times.ts'
import { practiceBeacon } from '#server/crash/practice-beacon.ts'
import type { Database } from '#server/db/tables.ts'
import { openSecrets } from '#server/identity/secrets.ts'

const BLOCK_MS = 3_000

/** All that is public about a round while it takes bets. */
export interface BettingPhase {
  readonly game: number
  /** Milliseconds since the epoch. */
  readonly begunAt: number
  readonly locksAt: number
  /** The last hash of the chain, published before the first game. */
  readonly lastHash: string
  /** The previous, finished round; null in the first one. */
  readonly before: EndedRound | null
}

export interface EndedRound {
  readonly gameHash: string
  /** The newest value of the beacon. */
  readonly salt: string
  /** The crash point in hundredths. */
  readonly point: number
}

/** Decides a round and its start; a test may rig any of it. */
export interface CrashDraw {
  hashOf(game: number): Promise<string>
  saltOf(phase: BettingPhase): Promise<string>
  /** @param now the earliest start, in milliseconds since the epoch @returns the start */
  beginAt(game: number, now: number): Promise<number>
}

interface CrashWatcher {
  readonly onBetting?: (phase: BettingPhase) => void
  readonly onEnd: (ended: EndedRound, phase: BettingPhase) => void
}

/**
 * Chain, beacon and crash points of the server, without players. Its rounds take no time: the clock jumps.
 * @param length number of games in its chain
 */
export async function openCrashEngine(db: Database, length: number) {
  let now = Date.parse('2026-01-01T00:00:00Z')
  /** Past the time that a leader waits for the beacon. */
  const clock = () => now + CRASH_TIMES.beaconMs
  const { chain } = TRON_NETWORKS.practice
  await openPracticeBlocks(db, () => now, { chain, blockMs: BLOCK_MS })
  const chains = createCrashChains({ db, secrets: await openSecrets(db, null), clock, length })
  const beacon = practiceBeacon({ db, clock })
  const { id, lastHash } = await chains.state()
  const never = new AbortController().signal

  const draw: CrashDraw = {
    hashOf: (game) => chains.hashOf(id, game),
    async saltOf({ locksAt }) {
      const value = await beacon.first(locksAt, locksAt + CRASH_TIMES.beaconMs, never)
      if (!value) throw new Error('The beacon was silent')
      return value.value
    },
    beginAt: (_, at) => Promise.resolve(at),
  }

  async function play(games: number, { onBetting, onEnd }: CrashWatcher, by = draw): Promise<void> {
    const points = createCrashPoints({ ...chains, hashOf: (_, game) => by.hashOf(game) })
    let before: EndedRound | null = null
    for (let game = 1; game <= games; game += 1) {
      const begunAt = await by.beginAt(game, now)
      now = begunAt + CRASH_TIMES.bettingMs
      const phase: BettingPhase = { game, begunAt, locksAt: now, lastHash, before }
      onBetting?.(phase)
      const salt = await by.saltOf(phase)
      const row = { id: `${game}`, chain: id, game, salt } as unknown as CrashRow
      before = { salt, gameHash: await by.hashOf(game), point: await points.of(row) }
      onEnd(before, phase)
      const lasts = CRASH_TIMES.beaconMs + crashEndOf(before.point) + CRASH_TIMES.pauseMs
      now = Math.ceil(now + lasts)
    }
  }

  return { draw, play }
}
