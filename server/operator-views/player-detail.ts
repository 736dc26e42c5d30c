import { sql } from 'kysely'
import type { PlayerDetail } from '#contract/operator/players.ts'
import { levelOf } from '#rules/rewards/level.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { deviceName } from '#server/identity/device-name.ts'
import { openSessionsOf } from '#server/identity/sessions.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { readBreak } from '#server/responsible-play/play-breaks.ts'
import { listLimits } from '#server/responsible-play/play-limits.ts'
import { accountsOfPlayer } from '#server/responsible-play/player-ways.ts'
import { readLinks } from './player-links.ts'
import { readPaid, readWon } from './player-sums.ts'
import { readPlayerRows } from './player-rows.ts'
import { noPlayer } from './require-account.ts'
import { maySeeMoney } from './shortened.ts'
import type { Viewer, ViewServices } from './view-services.ts'

const CENTS = 2

/** @throws Refusal `not_found` */
export async function readPlayer(
  { db, clock }: Pick<ViewServices, 'db' | 'clock'>,
  viewer: Viewer,
  uid: number,
): Promise<PlayerDetail> {
  const now = clock()
  const [row] = await readPlayerRows(db, viewer, [uid], now)
  if (!row) throw noPlayer()
  const account = await db
    .selectFrom('account')
    .select(['locale', 'closed_at', 'totp_confirmed_at'])
    .select(sql<boolean>`password_hash is not null`.as('has_password'))
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  const { passkeys, wallets } = await countWays(db, uid)
  const rest = await readBreak(db, uid, now)
  const limits = await listLimits(db, uid, now)
  const sessions = await openSessionsOf(db, uid, now).orderBy('last_used_at', 'desc').execute()
  const wagered = await readWagered(db, uid)
  return {
    ...row,
    locale: account.locale,
    closedAt: account.closed_at?.toISOString() ?? null,
    level: levelOf(wagered).level,
    balances: await readBalances(db, uid),
    sums: maySeeMoney(viewer) ? await readSums(db, uid, wagered) : null,
    waysIn: {
      password: account.has_password,
      passkeys,
      wallets,
      twoStep: account.totp_confirmed_at !== null,
    },
    breakUntil: rest?.until ?? null,
    limits: limits.flatMap(({ kind, period, amount }) =>
      amount === null ? [] : [{ kind, period, value: amount }],
    ),
    sessions: sessions.map((session) => ({
      id: session.id,
      device: deviceName(session.user_agent),
      startedAt: session.created_at.toISOString(),
      lastSeenAt: session.last_used_at.toISOString(),
    })),
    links: maySeeMoney(viewer) ? await readLinks(db, uid, await accountsOfPlayer(db, uid)) : [],
  }
}

async function countWays(db: Database, uid: number) {
  const { rows } = await sql<{ passkeys: number; wallets: number }>`
    select (select count(*)::integer from passkey where account_id = ${uid}) as passkeys,
      (select count(*)::integer from wallet where account_id = ${uid} and logs_in) as wallets`.execute(db)
  return rows[0] ?? { passkeys: 0, wallets: 0 }
}

async function readBalances(db: Database, uid: number): Promise<PlayerDetail['balances']> {
  const decimals = new Map(
    (await db.selectFrom('coin').select(['id', 'decimals']).execute()).map((coin) => [
      coin.id,
      coin.decimals,
    ]),
  )
  const balances = await balancesOf(db, uid)
  return balances.map(({ coin, available, locked, pending }) => {
    const shown = (units: bigint) => toDecimal(units, decimals.get(coin) ?? 0)
    return { coin, available: shown(available), locked: shown(locked), pending: shown(pending) }
  })
}

/** In 10⁻⁸ dollars: stakes that were at risk, also on games of providers. */
async function readWagered(db: Database, uid: number): Promise<bigint> {
  const row = await db
    .selectFrom('play_account')
    .select('wagered')
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .executeTakeFirst()
  return BigInt(row?.wagered ?? 0)
}

async function readSums(db: Database, uid: number, wagered: bigint) {
  const { deposited, withdrawn } = await readPaid(db, uid)
  return {
    stakedUsd: toDecimal(wagered, DOLLAR_DECIMALS),
    resultUsd: toDecimal(-(await readWon(db, uid)), DOLLAR_DECIMALS),
    depositedUsd: toDecimal(deposited, CENTS),
    withdrawnUsd: toDecimal(withdrawn, CENTS),
  }
}
