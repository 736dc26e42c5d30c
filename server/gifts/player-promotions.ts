import { ENDED_SHOWN_DAYS, type PlayerPromotion } from '#contract/player-promotions.ts'
import type { RuleTest } from '#contract/promotions.ts'
import { readBonusChoice } from '#server/bonuses/bonus-offers.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { toPromotion } from '#server/promotions/promotions.queries.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'
import { accountsOfPlayer } from '#server/responsible-play/player-ways.ts'
import { sql, type Selectable } from 'kysely'

const DAY_MS = 24 * 60 * 60_000

type Row = Selectable<Tables['promotion']>
type State = PlayerPromotion['state']
type Part = Extract<State, 'in-progress' | 'taken'>

/** All that the tests of rules go by. */
interface Facts {
  readonly now: number
  readonly isInBreak: boolean
  readonly isAccepted: boolean
  /** Numbers of the offers of which the player has had a bonus, or declined it, with how it stands. */
  readonly bonuses: ReadonlyMap<number, Part>
  /** By slug of the promotion. */
  readonly rounds: ReadonlyMap<string, Part>
}

/** True if the rule stands in the player's way. */
const FAILS: Readonly<Record<RuleTest, (row: Row, facts: Facts) => boolean>> = {
  once: () => false,
  dates: ({ starts_at }, { now }) => starts_at.getTime() > now,
  places: ({ free, given }) => free !== null && given >= free.most,
  deposit: ({ offer }, { bonuses }) => offer !== null && offer.ordinal !== Math.max(0, ...bonuses.keys()) + 1,
  accepted: (_, { isAccepted }) => !isAccepted,
  break: (_, { isInBreak }) => isInBreak,
}

export async function listPromotionsOf(
  db: Database,
  player: number,
  now: number,
): Promise<PlayerPromotion[]> {
  const rows = await db
    .selectFrom('promotion')
    .selectAll()
    .where((where) =>
      where.or([
        where('ends_at', 'is', null),
        where('ends_at', '>', new Date(now - ENDED_SHOWN_DAYS * DAY_MS)),
      ]),
    )
    .orderBy('position')
    .orderBy('slug')
    .execute()
  const facts = await readFacts(db, player, now)
  return rows.map((row) => ({ ...toPromotion(row), ...standingOf(row, facts) }))
}

function standingOf(row: Row, facts: Facts): Pick<PlayerPromotion, 'state' | 'because'> {
  const had = row.offer ? facts.bonuses.get(row.offer.ordinal) : facts.rounds.get(row.slug)
  if (had) return { state: had, because: null }
  if (row.ends_at && row.ends_at.getTime() <= facts.now) return { state: 'ended', because: null }
  const unmet = row.terms.find(({ test }) => test !== null && FAILS[test](row, facts))
  return unmet ? { state: 'not-for-you', because: unmet.id } : { state: 'open', because: null }
}

async function readFacts(db: Database, player: number, now: number): Promise<Facts> {
  const bonuses = await db
    .selectFrom('bonus')
    .select(['ordinal', 'status'])
    .where('account_id', '=', player)
    .execute()
  const accounts = await accountsOfPlayer(db, player)
  const grants = await sql<{ key: string; isOpen: boolean }>`
    select key, until > ${new Date(now)} and rounds > (
      select count(*) from free_round
      where (bucket, account_id, grant_id) = (free_grant.bucket, free_grant.account_id, free_grant.id)) as "isOpen"
    from free_grant
    where bucket = any(${accounts.map(bucketOf)}::smallint[]) and account_id = any(${accounts}::integer[])
      and source = 'promotion'`.execute(db)
  return {
    now,
    isInBreak: (await readPlayPermission(db, player, now)).refusal !== null,
    isAccepted: (await readBonusChoice(db, player)).isAccepted,
    bonuses: new Map(bonuses.map(({ ordinal, status }) => [ordinal, partOf(status === 'active')])),
    rounds: new Map(grants.rows.map(({ key, isOpen }) => [key, partOf(isOpen)])),
  }
}

const partOf = (isOpen: boolean): Part => (isOpen ? 'in-progress' : 'taken')
