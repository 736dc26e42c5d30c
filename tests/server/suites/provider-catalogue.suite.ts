import { createPublicKey } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listCategories, listProviders } from '#contract/games.ts'
import {
  getProviderGame,
  launchProviderDemo,
  launchProviderGame,
  listProviderGames,
  listProviderRounds,
} from '#contract/provider-games.ts'
import { takeTimeOut } from '#contract/responsible-play.ts'
import { listCategories as readCategories } from '#server/catalogue/catalogue.queries.ts'
import { checkProvider } from '#server/admin/check-provider.ts'
import { operateProviders } from '#server/admin/provider.command.ts'
import { createApp } from '#server/app.ts'
import { createLogger } from '#server/base/logger.ts'
import type { Config } from '#server/config/config.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { createServer, listen } from '#server/http/listen.ts'
import { CATALOGUE_KEEP_MS } from '#server/http/mount-endpoint.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { createHub88Client } from '#server/providers/hub88/hub88-client.ts'
import { openProviderClient } from '#server/providers/open-client.ts'
import {
  deleteOldProviderSessions,
  findProviderSession,
  nameForProvider,
  playerOfName,
} from '#server/providers/provider-players.ts'
import { syncGames } from '#server/providers/sync-games.ts'
import { giveMoney } from '../../support/books.ts'
import { configFile } from '../../support/config-file.ts'
import { startFakeProvider, type FakeProvider } from '../../support/fake-provider.ts'
import { createPlayers, ORIGIN, type Player, type Players } from '../../support/players.ts'
import { hub88Driver } from '../../support/provider-drivers.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const USDT = 1_000_000n
const HOUR_MS = 60 * 60_000

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
const PLACE = { platform: 'mobile', language: 'zh-CN' } as const

export function providerCatalogueSuite(backend: TestBackend): void {
  describe('the catalogue of games of others', () => {
    let db: Database
    let pond: FakeProvider
    let config: Config
    let players: Players
    let player: Player

    beforeAll(async () => {
      db = await backend.fresh()
      pond = await startFakeProvider()
      const env = { KOI_CONFIG: configFile({ providers: [pond.entry] }) }
      config = readConfig(env)
      players = await createPlayers(db, env)
      player = await players.newPlayer()
      pond.state.covers.set('/wheel.png', await picture(800, 600).png().toBuffer())
    })
    afterAll(async () => {
      await players.play.close()
      await pond.close()
    })
    beforeEach(() => {
      pond.state.lie = () => false
      pond.state.games = GAMES()
    })

    const GAMES = () => [
      {
        game_code: 'wheel',
        name: 'Wheel',
        names: { en: 'Wheel of Ponds', zh: '池塘转盘' },
        category: 'Game Shows',
        url_thumb: `${pond.origin}/wheel.png`,
        volatility: 'MEDIUM',
        rtp: '96.5',
        demo_game_support: true,
        blocked_countries: ['nl', 'Nowhere'],
      },
      { game_code: 'reels', name: 'Reels', category: 'Video  Slots', rtp: 94.25 },
      { game_code: 'table', name: 'Baccarat', category: 'Live Casino', rtp: 0.965 },
      { game_code: 'hidden', name: 'Hidden', category: 'Live Casino', enabled: false },
      { game_code: 'lotto', name: 'Lotto', category: 'Lottery' },
    ]
    const operate = (verb: string, words: string[] = [], more: object = {}) =>
      operateProviders(
        { db, config, now: new Date(players.time.now) },
        { verb, words, allOf: [], by: 'Mei', why: 'opening', ...more },
      )
    const link = () => config.providers[0] as (typeof config.providers)[number]
    const client = () => openProviderClient(link(), 'practice')
    const rows = () =>
      db.selectFrom('provider_game').selectAll().orderBy('provider').orderBy('code').execute()
    /** After the time that answers are kept. */
    const ask = async (query: Record<string, string> = {}) => {
      await players.wait(CATALOGUE_KEEP_MS)
      return (await players.call(listProviderGames, { query })).data
    }

    it('reads what the provider lists, once, with everything off', async () => {
      const [first] = await operate('sync')
      expect(first).toMatchObject({
        listed: 4,
        new: 3,
        changed: 0,
        gone: 0,
        leftOut: ['lotto'],
        withoutCover: [],
      })
      const read = await rows()
      expect(read).toMatchObject([
        { code: 'reels', category: 'slots', return_bps: 9_425, edge_bps: 575, is_on: false, cover: null },
        // A return of less than one percent is one in other units.
        { code: 'table', category: 'live', return_bps: null, edge_bps: 0, has_demo: false },
        {
          code: 'wheel',
          name: { 'en-US': 'Wheel of Ponds', 'zh-CN': '池塘转盘' },
          names: 'wheel of ponds\n池塘转盘',
          category: 'shows',
          volatility: 'medium',
          return_bps: 9_650,
          edge_bps: 350,
          has_demo: true,
          blocked_countries: ['NL'],
          cover: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
      ])
      expect(await operate('sync')).toMatchObject([{ new: 0, changed: 0, gone: 0, back: 0 }])
      expect(await rows()).toEqual(read)
      expect(await ask()).toEqual({ games: [], total: 0, next: null })
    })

    it('shows what is turned on, in the lists of categories and providers, too', async () => {
      expect(await operate('on', ['pond'], { allOf: ['shows', 'slots'] })).toEqual([
        { provider: 'pond', games: ['reels', 'wheel'], switch: 'on' },
      ])
      const { games, total } = await ask()
      expect([games.map(({ code }) => code), total]).toEqual([['reels', 'wheel'], 2])
      expect(games[1]).toMatchObject({ providerName: 'Pond Games', returnBps: 9_650, hasDemo: true })
      expect((await ask({ category: 'shows' })).games.map(({ code }) => code)).toEqual(['wheel'])
      for (const search of ['ponds', '  OF POND', '转盘', 'Ｗｈｅｅｌ'])
        expect((await ask({ search })).total).toBe(1)
      for (const search of ['%', '_', 'of ponds\n池', 'en-us']) expect((await ask({ search })).total).toBe(0)
      expect((await ask({ provider: 'elsewhere' })).total).toBe(0)
      const one = await players.call(getProviderGame, { params: { provider: 'pond', code: 'wheel' } })
      expect(one.data).toMatchObject({ name: { 'zh-CN': '池塘转盘' }, coins: [COIN] })
      const hidden = { params: { provider: 'pond', code: 'table' } }
      expect((await players.call(getProviderGame, hidden)).code).toBe('not_found')
      const own = await readCategories(db, [])
      const more: Record<string, number> = { slots: 1, shows: 1 }
      expect((await players.call(listCategories)).data).toEqual(
        own.map((each) => ({ ...each, gameCount: each.gameCount + (more[each.slug] ?? 0) })),
      )
      expect((await players.call(listProviders)).data).toContainEqual({
        slug: 'pond',
        name: { 'en-US': 'Pond Games' },
      })
    })

    it('serves covers as they were redrawn, for ever', async () => {
      const { games } = await ask({ search: 'wheel' })
      const path = games[0]?.cover ?? ''
      const response = await players.app.request(path)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 600, height: 450 })
      expect((await players.app.request(path.replace(/[0-9a-f]/, 'x'))).status).toBe(404)
    })

    it('marks games that are no longer listed, and takes them back as they were', async () => {
      pond.state.games = GAMES().slice(1)
      expect(await operate('sync', ['pond'])).toMatchObject([{ gone: 1, new: 0 }])
      expect((await ask()).games.map(({ code }) => code)).toEqual(['reels'])
      await expect(operate('on', ['pond', 'wheel'])).rejects.toThrow('lists wheel no more')
      pond.state.games = GAMES().map((game) => ({ ...game, rtp: '97' }))
      expect(await operate('sync', ['pond'])).toMatchObject([{ back: 1, changed: 2 }])
      expect((await ask()).games.map(({ returnBps }) => returnBps)).toEqual([9_700, 9_700])
      await operate('sync')
    })

    it('turns a game and a whole provider off, and keeps who did it', async () => {
      await operate('off', ['pond', 'reels'])
      expect((await ask()).games.map(({ code }) => code)).toEqual(['wheel'])
      await operate('off', ['pond'])
      expect((await ask()).total).toBe(0)
      const launch = { params: { provider: 'pond', code: 'wheel' }, body: { ...PLACE, coin: COIN } }
      expect((await player.call(launchProviderGame, launch)).code).toBe('not_found')
      await operate('on', ['pond'])
      expect((await ask()).games.map(({ code }) => code)).toEqual(['wheel'])
      await operate('on', ['pond', 'reels'])
      const kept = await db.selectFrom('admin_action').select(['action', 'what', 'by_name']).execute()
      expect(kept).toContainEqual({
        action: 'provider off',
        what: { provider: 'pond', games: ['reels'] },
        by_name: 'Mei',
      })
      await expect(operate('off', ['pond'], { why: '' })).rejects.toThrow('Say who you are')
      await expect(operate('on', ['pond', 'none'])).rejects.toThrow('pond has no game none')
      await expect(operate('on', ['pond'], { allOf: ['cards'] })).rejects.toThrow('This cannot be read')
      await expect(operate('sync', ['brook'])).rejects.toThrow('There is no provider brook: only pond')
    })

    it.each<[what: string, lie: (to: FakeProvider) => FakeProvider['state']['lie'], message: string]>([
      [
        'a signature of another key',
        ({ send, stranger }) =>
          (response) => (send(response, [], stranger), true),
        'not signed by a key of the provider',
      ],
      ['no signature', () => (response) => (response.end('[]'), true), 'not signed by a key of the provider'],
      [
        'a redirect',
        () => (response) => (
          response.writeHead(302, { location: 'http://127.0.0.1:9/' }),
          response.end(),
          true
        ),
        'status 302',
      ],
      [
        'too much',
        ({ send }) =>
          (response) => (send(response, `["${'x'.repeat(17 * 1024 * 1024)}"]`), true),
        'larger than 16777216 bytes',
      ],
      [
        'no JSON',
        ({ send }) =>
          (response) => (send(response, '{'), true),
        'is not JSON',
      ],
      [
        'a game without a name',
        ({ send }) =>
          (response) => (send(response, [{ game_code: 'x', category: 'Slots' }]), true),
        'cannot be read: 0.name',
      ],
      [
        'nothing',
        ({ send }) =>
          (response) => (send(response, []), true),
        'lists no game',
      ],
      ['a broken connection', () => (response) => (response.destroy(), true), 'was not answered'],
    ])('changes nothing when the list comes with %s', async (_, lie, message) => {
      const before = await rows()
      pond.state.lie = lie(pond)
      await expect(operate('sync', ['pond'])).rejects.toThrow(message)
      expect(await rows()).toEqual(before)
    })

    it('leaves out covers that are not pictures of a fit size', async () => {
      const cover = async (name: string, bytes: Buffer | Promise<Buffer>) =>
        void pond.state.covers.set(`/${name}`, await bytes)
      await cover('script.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))
      await cover('small.png', picture(99, 400).png().toBuffer())
      await cover('wide.jpg', picture(2_001, 400).jpeg().toBuffer())
      await cover('broken.png', (await picture(400, 400).png().toBuffer()).subarray(0, 200))
      await cover('heavy.png', Buffer.alloc(300_001))
      await cover('right.webp', picture(400, 300).webp().toBuffer())
      const names = [
        'script.svg',
        'small.png',
        'wide.jpg',
        'broken.png',
        'heavy.png',
        'right.webp',
        'none.png',
      ]
      const urls = [...names.map((name) => `${pond.origin}/${name}`), 'http://covers.example/a.png']
      const games = urls.map((url_thumb, n) => ({
        game_code: `g${n}`,
        name: `${n}`,
        category: 'Slots',
        url_thumb,
      }))
      pond.state.games = games
      const { withoutCover } = await syncGames(db, {
        provider: 'covers',
        client: client(),
        mode: 'practice',
        now: new Date(players.time.now),
      })
      expect(withoutCover).toMatchObject([
        'g0: its cover is no PNG, JPEG or WebP',
        'g1: its cover is 99 × 400 pixels: each side must be 100 to 2,000',
        'g2: its cover is 2001 × 400 pixels: each side must be 100 to 2,000',
        'g3: its cover is no complete picture',
        'g4: its cover cannot be fetched: The answer is larger than 300000 bytes',
        'g6: its cover is answered with status 404',
        'g7: its cover is not at an https address',
      ])
      // In live mode no cover of this machine is fetched.
      const live = await syncGames(db, {
        provider: 'live-covers',
        client: client(),
        mode: 'live',
        now: new Date(players.time.now),
      })
      expect(live.withoutCover).toHaveLength(8)
      await db.deleteFrom('provider_game').where('provider', 'like', '%covers').execute()
    })

    const launch = (who: Player, more: { code?: string; coin?: string } = {}) =>
      who.call(launchProviderGame, {
        params: { provider: 'pond', code: more.code ?? 'wheel' },
        body: { ...PLACE, coin: more.coin ?? COIN },
      })

    it('opens a game with a session that its provider knows', async () => {
      const opened = await player.call(launchProviderGame, {
        params: { provider: 'pond', code: 'wheel' },
        body: { ...PLACE, coin: COIN },
      })
      const body = pond.state.asked.at(-1)?.body ?? {}
      expect(body).toMatchObject({
        operator_id: 'koi',
        user: await nameForProvider(db, 'pond', player.uid),
        platform: 'GPL_MOBILE',
        game_code: 'wheel',
        lang: 'zh',
        currency: 'USDT',
        country: 'XX',
        lobby_url: `${ORIGIN}/games`,
      })
      expect(opened.data).toEqual({
        url: `${pond.origin}/frame/wheel?token=${String(body['token'])}`,
        origin: pond.origin,
        until: new Date(players.time.now + 12 * HOUR_MS).toISOString(),
      })
      expect(await findProviderSession(db, 'pond', player.uid, String(body['token']))).toMatchObject({
        coin: COIN,
        game: 'wheel',
      })
    })

    it('forgets sessions that ended before a moment', async () => {
      const who = await players.newPlayer()
      await launch(who)
      const kept = async () =>
        (await db.selectFrom('provider_session').select('game').where('account_id', '=', who.uid).execute())
          .length
      const end = players.time.now + 12 * HOUR_MS
      await deleteOldProviderSessions(db, new Date(end))
      expect(await kept()).toBe(1)
      await deleteOldProviderSessions(db, new Date(end + 1))
      expect(await kept()).toBe(0)
    })

    it('opens a demonstration for anybody, of a game that has one', async () => {
      const demo = (code: string) =>
        players.call(launchProviderDemo, { params: { provider: 'pond', code }, body: PLACE })
      expect((await demo('wheel')).data).toMatchObject({ origin: pond.origin, until: null })
      const body = pond.state.asked.at(-1)?.body ?? {}
      expect(body).toMatchObject({ currency: 'XXX' })
      expect(Object.keys(body)).not.toContain('user')
      expect((await demo('reels')).code).toBe('not_found')
    })

    it('refuses to open a game that is off, with another coin, in a break, and too often', async () => {
      const who = await players.newPlayer()
      expect((await launch(who, { code: 'table' })).code).toBe('not_found')
      expect((await launch(who, { coin: 'trx-tron' })).code).toBe('conflict')
      const asked = pond.state.asked.length
      await who.call(takeTimeOut, { body: { hours: 24 } })
      expect((await launch(who)).code).toBe('break_active')
      const open = async () =>
        db.selectFrom('provider_session').select('game').where('account_id', '=', who.uid).execute()
      expect([pond.state.asked.length, await open()]).toEqual([asked, []])
      for (let n = 3; n < 120; n += 1) await launch(who)
      expect((await launch(who)).code).toBe('rate_limited')
    })

    it.each<[what: string, lie: (to: FakeProvider) => FakeProvider['state']['lie']]>([
      [
        'opens another origin',
        ({ send }) =>
          (response) => (send(response, { url: 'https://evil.example/' }), true),
      ],
      [
        'opens a script',
        ({ send }) =>
          (response) => (send(response, { url: 'javascript:alert(1)' }), true),
      ],
      [
        'opens its own origin with a name in it',
        ({ send, origin }) =>
          (response) => (send(response, { url: `${origin.replace('//', '//koi@')}/` }), true),
      ],
      ['redirects', () => (response) => (response.writeHead(307, { location: '/' }), response.end(), true)],
      [
        'signs with another key',
        ({ send, stranger, origin }) =>
          (response) => (send(response, { url: `${origin}/` }, stranger), true),
      ],
      [
        'says too much',
        ({ send }) =>
          (response) => (send(response, { url: 'x'.repeat(70_000) }), true),
      ],
      ['hangs', () => () => true],
    ])('keeps no session when the provider %s', async (_, lie) => {
      const who = await players.newPlayer()
      pond.state.lie = lie(pond)
      expect((await launch(who)).code).toBe('provider_unavailable')
      const kept = db.selectFrom('provider_session').select('game').where('account_id', '=', who.uid)
      expect(await kept.execute()).toEqual([])
    })

    it('opens pages of this machine in practice mode only', async () => {
      const asked = {
        game: 'wheel',
        platform: 'mobile',
        locale: 'en-US',
        player: null,
        lobbyUrl: ORIGIN,
        depositUrl: ORIGIN,
        ip: '198.51.100.1',
      } as const
      expect(await createHub88Client(link(), 'practice').launch(asked)).toContain(pond.origin)
      await expect(createHub88Client(link(), 'live').launch(asked)).rejects.toThrow('another origin')
    })

    it('reads all pages of transactions, and gives up where they have no end', async () => {
      const said = (n: number) => ({
        transaction_uuid: `t${n}`,
        type: n % 2 === 0 ? 'bet' : 'rollback',
        reference_transaction_uuid: n % 2 === 0 ? null : `t${n - 1}`,
        user: 'u',
        round: 'r',
        game_code: 'wheel',
        currency: 'USDT',
        amount: n,
        at: '2026-06-01T12:00:00Z',
        done: true,
      })
      pond.state.transactions = Array.from({ length: 5 }, (_, n) => said(n))
      const read = async () => {
        const all = []
        for await (const page of client().listTransactions(new Date(0), new Date(1))) all.push(...page)
        return all
      }
      expect(await read()).toMatchObject([
        { id: 't0', kind: 'bet', amount: 0n, reference: null },
        { id: 't1', kind: 'roll-back', amount: 1n, reference: 't0' },
        { id: 't2' },
        { id: 't3' },
        { id: 't4' },
      ])
      pond.state.lie = (response) => (pond.send(response, { transactions: [said(1)], next: '1' }), true)
      await expect(read()).rejects.toThrow('has no end')
    })

    it("lists a player's rounds, the newest first, a page at a time", async () => {
      await giveMoney(db, { player: player.uid, coin: COIN, amount: 100n * USDT }, players.time.now)
      const driver = hub88Driver(
        { db, clock: players.services.clock, rates: { isStale: () => false } },
        'pond',
      )
      await launch(player)
      const body = pond.state.asked.at(-1)?.body ?? {}
      const at = { user: String(body['user']), token: String(body['token']), game: 'wheel' }
      expect(await playerOfName(db, 'pond', at.user)).toBe(player.uid)
      for (let n = 0; n < 52; n += 1) {
        const bet = { ...at, id: `bet ${n}`, round: `round ${n}`, amount: USDT, closes: n === 0 }
        expect((await driver.bet(bet)).status).toBe('ok')
      }
      await operate('off', ['pond'])
      const refused = await driver.bet({ ...at, id: 'off', round: 'round 51', amount: USDT })
      expect(refused.status).toBe(driver.words.game)
      await operate('on', ['pond'])
      await driver.win({ ...at, id: 'win', of: 'bet 51', round: 'round 51', amount: (USDT * 3n) / 2n })
      const first = (await player.call(listProviderRounds)).data
      expect(first.rounds).toHaveLength(50)
      expect(first.rounds[0]).toMatchObject({
        providerName: 'Pond Games',
        name: { 'zh-CN': '池塘转盘' },
        round: 'round 51',
        staked: '1',
        paid: '1.5',
        closedAt: null,
      })
      const second = (await player.call(listProviderRounds, { query: { after: first.next ?? '' } })).data
      expect([second.rounds.map(({ round }) => round), second.next]).toEqual([['round 1', 'round 0'], null])
      expect(second.rounds[1]?.closedAt).not.toBeNull()
      expect((await player.call(listProviderRounds, { query: { coin: 'trx-tron' } })).data.rounds).toEqual([])
      expect((await player.call(listProviderRounds, { query: { after: 'x' } })).code).toBe('bad_request')
      const other = await players.newPlayer()
      expect((await other.call(listProviderRounds)).data.rounds).toEqual([])
    })

    it('is checked with the provider and with our own endpoint, and all money comes back', async () => {
      const now = Date.now()
      const lines: string[] = []
      const app = createApp({
        db,
        config,
        staticDir: null,
        logger: createLogger('error', { write: (line) => void lines.push(line) }),
        clock: Date.now,
        providerCalls: { rates: { isStale: () => false }, feed: { publish: () => undefined } },
      })
      const who = await players.newPlayer()
      await giveMoney(db, { player: who.uid, coin: COIN, amount: 10n * USDT }, now)
      const { servers, address } = await listen(() => createServer(app.fetch, config), {
        ...config,
        host: '127.0.0.1',
        port: 0,
      })
      const inDatabase = (work: (on: Database) => Promise<void>) => work(db)
      const check = (more: object = {}, at = link()) =>
        checkProvider(
          config,
          at,
          { at: address, providerKey: undefined, player: undefined, ...more },
          inDatabase,
        )
      const failed = (rows: Awaited<ReturnType<typeof check>>) =>
        rows.filter(({ result }) => result === 'failed')
      const alone = await check()
      expect(failed(alone)).toEqual([])
      expect(alone.at(-1)).toMatchObject({ check: 'calls of the wallet', result: 'left out' })
      const whole = await check({ providerKey: pond.keyFile, player: String(who.uid) })
      expect(whole).toHaveLength(29)
      // A busy machine of tests may be slower than a provider waits; the row must say which it was.
      const slowest = whole.at(-1)
      expect(slowest?.result).toBe(Number.parseInt(slowest?.detail ?? '', 10) <= 1_000 ? 'ok' : 'failed')
      expect(failed(whole.slice(0, -1))).toEqual([])
      // Its altered repetition of a bet is one.
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ alarm: 'provider_repeat' }])
      expect((await balancesOf(db, who.uid))[0]?.available).toBe(10n * USDT)
      // A link to another provider's keys shows at once.
      const wrong = await check({}, { ...link(), keys: [createPublicKey(pond.stranger)] })
      expect(failed(wrong)).toMatchObject([{ check: 'the list of games comes, and is signed' }])
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    })

    it('frames only the pages of configured providers', async () => {
      const { headers } = await players.app.request('/')
      expect(headers.get('content-security-policy')).toContain(`frame-src ${pond.origin};`)
      expect(headers.get('permissions-policy')).toContain(`fullscreen=(self "${pond.origin}")`)
    })

    it('pages through 5,000 games, and finds one of them at once', async () => {
      pond.state.games = Array.from({ length: 5_000 }, (_, n) => ({
        game_code: `slot-${n}`,
        name: `Slot ${n % 2_500}`,
        names: { zh: `老虎机${n}` },
        category: 'Slots',
      }))
      await operate('sync')
      await operate('on', ['pond'], { allOf: ['slots'] })
      const seen: string[] = []
      let after: string | null = null
      do {
        const { games, total, next }: Awaited<ReturnType<typeof ask>> = await ask(
          after === null ? {} : { after },
        )
        expect(total).toBe(5_000)
        seen.push(...games.map(({ code }) => code))
        after = next
      } while (after !== null)
      expect(new Set(seen).size).toBe(5_000)
      expect(seen).toHaveLength(5_000)
      const times: number[] = []
      for (let n = 0; n < 9; n += 1) {
        const begin = performance.now()
        expect((await ask({ search: '老虎机4999' })).total).toBe(1)
        times.push(performance.now() - begin)
      }
      expect(times.sort((a, b) => a - b)[4]).toBeLessThan(100)
    })
  })
}
