import { exportedBet } from '#features/play/history-export.ts'
import { isCrashBet, type PastBet, type SettledBet } from '#features/play/play-engine.ts'

/** One line of JSON, as in the exported history. */
export function betJson(bet: SettledBet): string {
  return JSON.stringify(exportedBet(bet))
}

/** The command that recomputes a bet in a checkout of Koi, for a POSIX shell. */
export function verifyCommand(bet: PastBet): string {
  const exported = exportedBet(bet)
  const { game, serverSeed, serverSeedHash, clientSeed, nonce, params, outcome } = exported
  const line = JSON.stringify(
    // The payout of Crash is checked as well.
    isCrashBet(bet) ? exported : { game, serverSeed, serverSeedHash, clientSeed, nonce, params, outcome },
  )
  // `printf` and not `echo`, which in some shells takes backslashes for its own.
  return `printf '%s\\n' '${line.replaceAll("'", String.raw`'\''`)}' | npm run -s verify`
}
