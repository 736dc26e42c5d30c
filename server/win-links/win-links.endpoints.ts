import * as contract from '#contract/win-links.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { makeLink, readLinkedWin, readWinLink, removeLink } from './win-links.ts'

/** A hidden name, and a link that was withdrawn, disappear after this time. */
const KEPT_MS = 1_000

interface WinLinkServices {
  readonly db: Database
  readonly secrets: Secrets
  readonly limits: RateLimits
  readonly clock: Clock
}

export function winLinkEndpoints({ db, secrets, limits, clock }: WinLinkServices): Served[] {
  return [
    served(contract.getWinLink, {
      handle: async ({ params: { id } }, { session: { uid } }) => ({ key: await readWinLink(db, uid, id) }),
    }),
    served(contract.makeWinLink, {
      async handle({ params: { id: bet }, body: { locale } }, { session: { uid: player } }) {
        await limits.take('win-link', String(player))
        return { key: await makeLink(db, { player, bet, locale, now: clock() }) }
      },
    }),
    served(contract.removeWinLink, {
      async handle({ params: { id } }, { session: { uid } }) {
        await removeLink(db, uid, id)
        return { key: null }
      },
    }),
    served(contract.getLinkedWin, {
      keepMs: KEPT_MS,
      handle: ({ params: { key } }) => readLinkedWin(db, secrets, key),
    }),
  ]
}
