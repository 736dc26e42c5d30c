import * as v from 'valibot'
import type { Selectable } from 'kysely'
import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import { holderOn } from '#server/identity/wallet-owners.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { createNftOwnership, type StandingOf } from './nft-ownership.ts'
import { CHECK_AGAIN_MS } from './set-nft-picture.ts'

const EVERY_MS = 10 * 60_000
const FIRST_MS = 45_000
/** After a check without a clear answer. */
const RETRY_MS = 60 * 60_000
const PER_RUN = 64
const AT_ONCE = 8

type PictureRow = Selectable<Tables['nft_picture']>

interface CheckOptions {
  readonly db: Database
  readonly feed: Pick<Feed, 'publish'>
  readonly clock: Clock
  readonly standingOf: StandingOf
}

/** Asks about each picture that is due. True if more are due. */
export async function checkNftPictures({ db, feed, clock, standingOf }: CheckOptions): Promise<boolean> {
  const due = await db
    .selectFrom('nft_picture')
    .selectAll()
    .where('next_check_at', '<=', new Date(clock()))
    .orderBy('next_check_at')
    .limit(PER_RUN)
    .execute()
  const queue = due.values()
  const work = async () => {
    for (const row of queue) await check(row)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return due.length === PER_RUN

  async function check(row: PictureRow): Promise<void> {
    const chainId = Number(row.chain_id)
    const { contract, standard, wallet: address } = row
    if ((await holderOn(db, address, chainId)) !== row.account_id) return end(row, 'not-linked')
    const standing = await standingOf({ chainId, contract, standard, id: BigInt(row.token), address })
    if (standing === 'not-held') return end(row, 'not-held')
    const now = clock()
    await db
      .updateTable('nft_picture')
      .set(
        standing === 'held'
          ? { checked_at: new Date(now), next_check_at: new Date(now + CHECK_AGAIN_MS) }
          : { next_check_at: new Date(now + RETRY_MS) },
      )
      .where('avatar', '=', row.avatar)
      .execute()
  }

  /** The drawn picture takes its place. One that the player has chosen meanwhile has another name, and stays. */
  async function end(
    { avatar, account_id: player, collection, token }: PictureRow,
    reason: 'not-held' | 'not-linked',
  ): Promise<void> {
    const isEnded = await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom('avatar').where('name', '=', avatar).executeTakeFirst()
      if (numDeletedRows === 0n) return false
      const content = { kind: 'picture-ended', name: collection, id: token, reason } as const
      await writeMessages(trx, [{ player, key: `picture ${avatar}`, at: new Date(clock()), content }])
      return true
    })
    if (isEnded) tellPlayers(feed, 'messages', [player])
  }
}

interface WatchOptions {
  readonly db: Database
  readonly feed: Pick<Feed, 'publish'>
  readonly clock: CheckedClock
  readonly logger: Logger
  readonly config: Pick<Config, 'wallets'>
}

/** Runs in one process at a time. The returned function stops it after the current run. */
export function watchNftPictures({ db, feed, clock, logger, config }: WatchOptions): () => Promise<void> {
  const standingOf = createNftOwnership(config.wallets, clock)
  return shareJob({
    db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'nft-pictures',
    schema: v.null(),
    async work() {
      const hasMore = await checkNftPictures({ db, feed, clock, standingOf })
      return { result: null, ...(hasMore && { pauseMs: 0 }) }
    },
    failure: 'the owners of NFTs shown as pictures could not be checked',
  })
}
