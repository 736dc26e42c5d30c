import { getBet, listBets, MAX_BETS_PER_PAGE } from '#contract/play.ts'
import { RowIdSchema } from '#contract/values.ts'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import type { HistoryCursor, HistoryFilter, HistoryPage, PlayHistory } from '#features/play/play-engine.ts'
import { formatDecimal } from '#lib/decimal.ts'
import type { ServerAccount } from './server-account.ts'

const MULTIPLIER_DECIMALS = Math.log10(MULTIPLIER_SCALE)

/** The player's bets with one coin, as the server keeps them. Fails as the API does. */
export function createServerHistory(account: ServerAccount, coin: string): PlayHistory {
  async function read(
    filter: HistoryFilter,
    after?: HistoryCursor,
    limit?: typeof MAX_BETS_PER_PAGE,
  ): Promise<HistoryPage> {
    const { bets, next } = await account.call(listBets, {
      query: {
        ...queryOf(filter),
        coin,
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit: `${limit}` as const }),
      },
    })
    return { bets: bets.map(account.readBet), next: next ?? undefined }
  }

  return {
    page: (filter, cursor) => read(filter, cursor),
    async get(id) {
      // The address may name a bet of the demonstration, whose ids are others.
      if (!v.is(RowIdSchema, id)) return undefined
      try {
        const { bet } = await account.call(getBet, { params: { id } })
        return account.readBet(bet)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return undefined
        throw error
      }
    },
    async export(filter, format) {
      const { createExport } = await import('#features/play/history-export.ts')
      const file = createExport(format)
      let cursor: HistoryCursor | undefined
      do {
        const { bets, next } = await read(filter, cursor, MAX_BETS_PER_PAGE)
        file.add(bets)
        cursor = next
      } while (cursor !== undefined)
      return file.finish()
    },
    follow: account.follow,
  }
}

function queryOf({ game, result, from, to, minMultiplier, serverSeedHash }: HistoryFilter) {
  return {
    ...(game !== undefined && { game }),
    ...(result !== undefined && { result }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(to).toISOString() }),
    ...(minMultiplier !== undefined && {
      minMultiplier: formatDecimal({ units: BigInt(minMultiplier), scale: MULTIPLIER_DECIMALS }),
    }),
    ...(serverSeedHash !== undefined && { serverSeedHash }),
  }
}
