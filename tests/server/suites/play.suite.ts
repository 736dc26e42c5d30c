import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeSeeds, getSeeds, placeBet } from '#contract/play.ts'
import type { Database } from '#server/db/tables.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import type { TestBackend } from './test-backend.ts'

export function playSuite(backend: TestBackend): void {
  describe('bets with a balance', () => {
    let db: Database
    let players: Players
    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
    })
    const begin = async (player: Player, clientSeed = 'my own seed') => {
      const { nextServerSeedHash } = (await player.call(getSeeds)).data
      return (await player.call(changeSeeds, { body: { clientSeed, nextServerSeedHash } })).data
    }
    it('works', async () => {
      const player = await players.newPlayer()
      await giveMoney(db, { player: player.uid, coin: 'usdt-tron', amount: 1_000_000_000n }, players.time.now)
      const bet = (game: string, params: object) =>
        player.call(placeBet, {
          body: { idempotencyKey: randomUUID(), game, coin: 'usdt-tron', stake: '1.5', params } as never,
        })
      const a = await bet('dice', { target: 5050, side: 'over' })
      expect(await faultsOf(db)).toEqual([])
    })
  })
}
