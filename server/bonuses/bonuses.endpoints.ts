import * as contract from '#contract/bonuses.ts'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { chooseBonus, nextOffer, readBonusChoice } from './bonus-offers.ts'
import { explainOffer, listBonusesOf } from './bonuses.queries.ts'
import { giveUpBonus } from './end-bonus.ts'

interface BonusServices {
  readonly db: Database
  readonly limits: RateLimits
  readonly clock: Clock
}

export function bonusEndpoints({ db, limits, clock }: BonusServices): Served[] {
  return [
    served(contract.listBonuses, {
      async handle(_, { session: { uid } }) {
        const offered = await nextOffer(db, uid, clock())
        return {
          offer: offered && explainOffer(offered),
          ...(await readBonusChoice(db, uid)),
          bonuses: await listBonusesOf(db, uid),
        }
      },
    }),

    served(contract.chooseBonus, {
      async handle({ body: { isAccepted } }, { session: { uid } }) {
        await limits.take('bonus', String(uid))
        await chooseBonus(db, uid, { isAccepted, now: clock() })
        return { isAccepted }
      },
    }),

    served(contract.giveUpBonus, {
      async handle({ params: { id } }, { session: { uid } }) {
        await limits.take('bonus', String(uid))
        await giveUpBonus(db, { player: uid, id, now: clock() })
        const bonus = (await listBonusesOf(db, uid)).find((each) => each.id === id)
        if (!bonus) throw new Refusal('not_found', 'You have no such bonus')
        return bonus
      },
    }),
  ]
}
