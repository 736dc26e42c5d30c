import { exportedBet } from '#features/play/history-export.ts'
import { isCrashBet, type PastBet, type SettledBet } from '#features/play/play-engine.ts'

/** A bet as one line of JSON that `npm run verify` and the exported history have in common. */
export function betJson(bet: SettledBet): string {
  return JSON.stringify(exportedBet(bet))
}

/** The command that recomputes a bet in a checkout of Koi, for a POSIX shell. */
export function verifyCommand(bet: PastBet): string {
  const exported = exportedBet(bet)
  const { game, serverSeed, serverSeedHash, clientSeed, nonce, params, outcome } = exported
  const line = JSON.stringify(
    // Of Crash it is checked as well what was paid.
    isCrashBet(bet) ? exported : { game, serverSeed, serverSeedHash, clientSeed, nonce, params, outcome },
  )
  // `printf` and not `echo`, which in some shells takes backslashes for its own.
  return `printf '%s\\n' '${line.replaceAll("'", String.raw`'\''`)}' | npm run -s verify`
}
