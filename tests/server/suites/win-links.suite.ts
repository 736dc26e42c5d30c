import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProfile } from '#contract/account.ts'
import { placeBet, type Bet } from '#contract/play.ts'
import { getLinkedWin, getWinLink, makeWinLink, removeWinLink } from '#contract/win-links.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { createApp } from '#server/app.ts'
import { createLogger } from '#server/base/logger.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { createRateLimits } from '#server/identity/rate-limits.ts'
import { winLinkEndpoints } from '#server/win-links/win-links.endpoints.ts'
import { giveMoney } from '../../support/books.ts'
import { createPlayers, ORIGIN, type Player, type Players } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const KEPT_MS = 1_000

export function winLinksSuite(backend: TestBackend): void {
  describe('links of big wins', () => {
    const root = mkdtempSync(join(tmpdir(), 'koi-wins-'))
    let db: Database
    let players: Players
    let player: Player
    let win: Bet
    let loss: Bet
    let site: ReturnType<typeof createApp>

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(
        db,
        {},
        {
          more: ({ db: on, secrets, clock }) =>
            winLinkEndpoints({ db: on, secrets, limits: createRateLimits(on, clock), clock }),
        },
      )
      player = await players.newPlayer()
      await giveMoney(db, { player: player.uid, coin: COIN, amount: 1_000_000_000n }, players.time.now)
      await beginPair(player)
      const made: Bet[] = []
      // One in ten pays ten times the stake.
      while (!made.some(isWin) || !made.some((each) => !isWin(each))) made.push(await bet())
      win = made.find(isWin) as Bet
      loss = made.find((each) => !isWin(each)) as Bet
      for (const file of ['public/og-win.png', 'public/og-letters.png', 'index.html']) {
        copyFileSync(file, join(root, basename(file)))
      }
      site = createApp({
        db,
        config: readConfig({ PUBLIC_ORIGIN: ORIGIN }),
        staticDir: root,
        logger: createLogger('silent'),
        clock: players.services.clock,
      })
    })
    afterAll(async () => {
      rmSync(root, { recursive: true })
      await players.play.close()
    })

    const isWin = ({ payout }: Bet) => payout === '20'
    async function bet(): Promise<Bet> {
      const body = {
        idempotencyKey: randomUUID(),
        game: 'limbo',
        coin: COIN,
        stake: '2',
        params: { target: 1_000 },
      }
      const { data } = await player.call(placeBet, { body })
      if (data.status !== 'settled') throw new Error('It is open')
      return data.bet
    }
    const make = (of: Player, { id }: Bet) =>
      of.call(makeWinLink, { params: { id }, body: { locale: 'en-US' } })
    const end = () => player.call(removeWinLink, { params: { id: win.id } })
    const keyOf = async () => (await player.call(getWinLink, { params: { id: win.id } })).data.key
    const look = (key: string) => players.call(getLinkedWin, { params: { key } })
    const open = (path: string) => site.request(path)

    it('are made by the player of the win only, once, and for nothing less', async () => {
      const other = await players.newPlayer()
      expect((await make(player, loss)).code).toBe('conflict')
      expect((await make(other, win)).code).toBe('not_found')
      expect(await keyOf()).toBeNull()
      const answers = await Promise.all(Array.from({ length: 8 }, () => make(player, win)))
      const keys = new Set(answers.map(({ data }) => data.key))
      expect(keys).toEqual(new Set([await keyOf()]))
      expect((await other.call(getWinLink, { params: { id: win.id } })).data.key).toBeNull()
    })

    it('show the bet to everybody, with the name that the profile shows, so that it can be verified', async () => {
      await player.call(changeProfile, { body: { nickname: 'Lina', shownAs: 'nickname' } })
      const key = (await make(player, win)).data.key ?? ''
      const { data } = await look(key)
      const { serverSeed, ...seeds } = data.bet.seeds as Bet['seeds']
      expect(data).toMatchObject({ name: 'Lina', symbol: 'USDT', gameName: { 'en-US': 'Limbo' } })
      expect(data.bet).toMatchObject({ id: win.id, payout: '20', multiplier: 10 })
      expect(serverSeed).toBeNull()
      await player.call(changeProfile, { body: { shownAs: 'hidden' } })
      await beginPair(player)
      await players.wait(KEPT_MS)
      const later = (await look(key)).data
      expect(later).toMatchObject({ name: null, number: null, bet: { seeds } })
      expect(verifyBet(later.bet)).toMatchObject({ matches: true })
      expect(Object.keys(later).sort()).toEqual(['bet', 'gameName', 'name', 'number', 'symbol'])
    })

    it('have a page whose preview and picture tell the win, and not the player', async () => {
      await player.call(changeProfile, { body: { nickname: 'Lina', shownAs: 'nickname' } })
      const key = (await make(player, win)).data.key ?? ''
      const page = await open(`/w/${key}`)
      const html = await page.text()
      expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      expect(html).toContain('property="og:title" content="10× in Limbo"')
      expect(html).toContain('A bet of 2 USDT paid 20 USDT.')
      expect(html).toContain(`property="og:image" content="${ORIGIN}/w/${key}.jpg"`)
      expect(html).not.toContain('Lina')
      const picture = await open(`/w/${key}.jpg`)
      expect(picture.headers.get('content-type')).toBe('image/jpeg')
      const bytes = Buffer.from(await picture.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
      // The letters are there: the ground alone is dark where they stand.
      const letters = sharp(bytes).extract({ left: 700, top: 215, width: 200, height: 120 })
      expect((await letters.stats()).channels[0]?.max).toBeGreaterThan(240)
      // The others have the preview of all pages.
      expect(await (await open('/games')).text()).toContain('property="og:title" content="Koi"')
    })

    it('lead nowhere once they are ended, and a new one is another', async () => {
      const key = (await make(player, win)).data.key ?? ''
      expect((await open(`/w/${key}.jpg`)).status).toBe(200)
      expect((await end()).data.key).toBeNull()
      await players.wait(KEPT_MS)
      const answers = [await open(`/w/${key}`), await open(`/w/${key}.jpg`), await open('/w/nonsense')]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect((await look(key)).code).toBe('not_found')
      expect(await (await open(`/w/${key}`)).text()).toContain('property="og:title" content="Koi"')
      expect((await make(player, win)).data.key).not.toBe(key)
    })
  })
}
