import { randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  changeContact,
  changeProfile,
  closeAccount,
  EXPORT_LISTS,
  exportAccount,
  exportMore,
  getProfile,
  removeAvatar,
  removeContact,
  uploadAvatar,
} from '#contract/account.ts'
import { placeBet, type Bet } from '#contract/play.ts'
import { getPublicNumber } from '#contract/public-player.ts'
import { getUser } from '#contract/user.ts'
import { setLimit, takeTimeOut } from '#contract/responsible-play.ts'
import { ERASED, KEPT } from '#server/accounts/close-account.ts'
import { EXPORTED, exportAccount as readAll, LISTED } from '#server/accounts/export-account.ts'
import { writeLoginEvent } from '#server/accounts/login-events.ts'
import { requestEmailCode } from '#server/accounts/request-email-code.ts'
import type { Database } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import { createLineVerifier, isWrong } from '#verify/verify-lines.ts'
import { collectData } from '#features/security/collect-data.ts'
import { listReceiptKeys } from '#server/play/receipt-keys.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import { shownPlayers } from '#server/identity/shown-players.ts'
import { payReward } from '#server/ledger/movements.ts'
import { postTransactions } from '#server/ledger/post-transaction.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { giveMoney } from '../../support/books.ts'
import { GAME_PARAMS } from '../../support/game-params.ts'
import { createPlayers, ORIGIN, PASSWORD, type Player, type Players } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import { verifyWithNode } from '../../fair/receipt-house.ts'
import type { TestBackend } from './test-backend.ts'

const CONTACT = { name: 'Kai Jiang', phone: '+86 138 0013 8000', address: '1 Pond Road', region: 'CN' }
/** More than a page of any list. */
const MANY = 1_203
const CALLER = {
  address: '203.0.113.9',
  userAgent: 'Mozilla/5.0 Firefox/140.0',
  origin: ORIGIN,
  device: null,
  logger: createLogger('silent'),
}

export function profileSuite(backend: TestBackend): void {
  describe('the profile', () => runProfileSuite(backend))
}

function runProfileSuite(backend: TestBackend): void {
  let db: Database
  let players: Players
  let player: Player

  beforeAll(async () => {
    db = await backend.fresh()
    players = await createPlayers(db)
  })
  beforeEach(async () => {
    player = await players.newPlayer()
  })

  it('shows a player to others as they wish: by a number, by their nickname, or not at all', async () => {
    const other = await players.newPlayer()
    const numberOf = async (each: Player) => (await each.call(getProfile)).data.publicNumber
    const [number, otherNumber] = [await numberOf(player), await numberOf(other)]
    expect((await player.call(getPublicNumber)).data).toEqual({ number })
    // It tells neither the account nor which of two is older.
    expect(number).toBeGreaterThan(0)
    expect(number).toBeLessThanOrEqual(2 ** 48)
    expect(number).not.toBe(otherNumber)
    const shown = async () => new Map(await shownPlayers(db, [player.uid, other.uid, player.uid]))
    const nameless = { name: null, number: otherNumber }
    await player.call(changeProfile, { body: { nickname: 'Kai' } })
    expect((await shown()).get(player.uid)).toEqual({ name: null, number })
    for (const each of [player, other]) await each.call(changeProfile, { body: { shownAs: 'nickname' } })
    expect((await shown()).get(player.uid)).toEqual({ name: 'Kai', number })
    expect((await shown()).get(other.uid)).toEqual(nameless)
    await player.call(changeProfile, { body: { shownAs: 'hidden' } })
    expect([...(await shown()).keys()]).toEqual([other.uid])
    expect(await numberOf(player)).toBe(number)
    expect((await other.call(closeAccount, { body: { password: PASSWORD } })).code).toBe('ok')
    expect(await shown()).toEqual(new Map())
    expect(await shownPlayers(db, [])).toEqual(new Map())
  })

  it('changes only the given fields', async () => {
    const { data } = await player.call(changeProfile, { body: { nickname: ' Kai ', locale: 'zh-CN' } })
    expect(data).toMatchObject({
      uid: player.uid,
      nickname: 'Kai',
      locale: 'zh-CN',
      shownAs: 'made',
    })
    expect((await player.call(changeProfile, { body: { shownAs: 'nickname' } })).data).toMatchObject({
      nickname: 'Kai',
      shownAs: 'nickname',
    })
    expect((await player.call(changeProfile, { body: { nickname: 'a\u202Eb' } })).code).toBe('bad_request')
    for (const address of ['a\u202Eb', 'a\u0007b', 'a\u2028b']) {
      expect((await player.call(changeContact, { body: { ...CONTACT, address } })).code).toBe('bad_request')
    }
    const lines = { ...CONTACT, address: '1 Pond Road\nHangzhou' }
    expect((await player.call(changeContact, { body: lines })).data.address).toBe(lines.address)
  })

  it('keeps contact data until the player withdraws consent', async () => {
    const { data } = await player.call(changeContact, { body: CONTACT })
    expect(data).toMatchObject({ ...CONTACT, phone: '+8613800138000' })
    expect((await player.call(removeContact)).data).toMatchObject({
      name: '',
      phone: '',
      address: '',
      region: '',
    })
  })

  describe('the avatar', () => {
    const upload = (bytes: Uint8Array, type = 'image/png') =>
      player.call(uploadAvatar, { upload: [type, bytes] })
    const fetchAvatar = (path: string) => players.app.request(path)
    const picture = (width = 300, height = 200) =>
      sharp({ create: { width, height, channels: 3, background: '#ff5a1f' } })

    it.each(['jpeg', 'png', 'webp'] as const)('is recoded from a %s, square and small', async (format) => {
      const secret = 'taken at 52.5N 13.4E'
      const file = await picture()
        .withExif({ IFD0: { ImageDescription: secret } })
        .toFormat(format)
        .toBuffer()
      expect(file.includes(secret)).toBe(true)
      const { avatar } = (await upload(file, `image/${format}`)).data
      expect(avatar).toMatch(/^\/api\/avatars\/[0-9a-f]{32}\.webp$/)
      const response = await fetchAvatar(avatar)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
      expect(bytes.includes(secret)).toBe(false)
      expect((await player.call(getProfile)).data.avatar).toBe(avatar)
    })

    it('leaves no file when it is changed or removed', async () => {
      const file = await picture().png().toBuffer()
      const first = (await upload(file)).data.avatar
      const second = (await upload(file)).data.avatar
      expect(second).not.toBe(first)
      expect((await fetchAvatar(first)).status).toBe(404)
      expect((await player.call(removeAvatar)).data.avatar).toBe('')
      expect((await fetchAvatar(second)).status).toBe(404)
      expect((await players.app.request(second, { method: 'DELETE' })).status).toBe(405)
      expect((await fetchAvatar('/api/avatars/..%2f..%2fetc.webp')).status).toBe(404)
    })

    it('drops metadata and hidden data', async () => {
      const payload = '<script>alert(document.domain)</script>'
      const file = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(payload)])
      const { avatar } = (await upload(file, 'image/jpeg')).data
      expect(Buffer.from(await (await fetchAvatar(avatar)).arrayBuffer()).includes(payload)).toBe(false)
    })

    it('is refused unless it is a complete JPEG, PNG or WebP, whatever its type says', async () => {
      const whole = await picture(600, 600).jpeg({ quality: 95 }).toBuffer()
      const noise = await sharp(Buffer.from(Array.from({ length: 120_000 }, (_, n) => (n * 7919) % 251)), {
        raw: { width: 200, height: 200, channels: 3 },
      })
        .png()
        .toBuffer()
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
      const files = {
        empty: Buffer.alloc(0),
        text: Buffer.from('not a picture'),
        svg: Buffer.from(svg),
        gif: await picture(9, 9).gif().toBuffer(),
        tiff: await picture(9, 9).tiff().toBuffer(),
        pdf: Buffer.from('%PDF-1.7\n%%EOF'),
        'truncated jpeg': whole.subarray(0, whole.length / 2),
        'truncated png': noise.subarray(0, noise.length / 2),
        'header only': whole.subarray(0, 20),
      }
      for (const [name, file] of Object.entries(files)) {
        expect([name, (await upload(file, 'image/jpeg')).code]).toEqual([name, 'avatar_invalid'])
      }
      expect((await upload(Buffer.from(svg), 'image/svg+xml')).status).toBe(415)
      expect((await upload(Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413)
    })

    it('is refused fast when it claims to be huge', async () => {
      const before = performance.now()
      expect((await upload(pngBomb(60_000, 60_000))).code).toBe('avatar_invalid')
      expect((await upload(pngBomb(6_000, 6_000))).code).toBe('avatar_invalid')
      expect(performance.now() - before).toBeLessThan(10_000)
    })

    it('is limited in number', async () => {
      const codes: string[] = []
      for (let n = 0; n < 31; n++) codes.push((await upload(Buffer.from('no'))).code)
      expect(codes.slice(0, 30).every((code) => code === 'avatar_invalid')).toBe(true)
      expect(codes[30]).toBe('rate_limited')
    })
  })

  describe('export and closing', () => {
    const accountTables = async () => {
      const { rows } = await sql<{ table_name: string }>`
        select table_name from information_schema.columns
        where table_schema = 'public' and column_name = 'account_id'`.execute(db)
      return rows.map(({ table_name }) => table_name).sort()
    }

    /** Fills every table that can have a row of the player. */
    async function fill() {
      const { uid } = player
      const at = new Date(players.time.now)
      const expires_at = new Date(players.time.now + 60_000)
      await player.call(changeProfile, { body: { nickname: 'Kai' } })
      await player.call(changeContact, { body: CONTACT })
      await player.call(setLimit, { params: { kind: 'loss', period: 'week' }, body: { amount: '12.34' } })
      await player.call(takeTimeOut, { body: { hours: 24 } })
      const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
      await player.call(uploadAvatar, { upload: ['image/png', file] })
      const where = { user_agent: 'Mozilla/5.0 Firefox/140.0', address: '203.0.113.9' }
      await db
        .insertInto('login_event')
        .values({ account_id: uid, at, method: 'password', outcome: 'ok', ...where })
        .execute()
      await db
        .insertInto('email_code')
        .values({
          email: `new-${player.email}`,
          purpose: 'change',
          account_id: uid,
          sent_at: at,
          expires_at,
          code_hash: Buffer.alloc(32, 0xaa),
          asker: Buffer.alloc(32, 0xaa),
          tries_left: 5,
        })
        .execute()
      await db
        .insertInto('recovery_code')
        .values({ account_id: uid, code_hash: Buffer.alloc(32, 0xaa), used_at: at })
        .execute()
      await db
        .insertInto('passkey')
        .values({
          id: `key-${uid}`,
          account_id: uid,
          public_key: Buffer.alloc(77, 0xaa),
          counter: '3',
          transports: ['usb'],
          name: 'Key',
          is_synced: false,
          created_at: at,
          last_used_at: null,
        })
        .execute()
      await db
        .insertInto('challenge')
        .values({ challenge: `secret-${uid}`, purpose: 'passkey-new', account_id: uid, expires_at })
        .execute()
    }

    it('cover every table with data of a player', async () => {
      const tables = await accountTables()
      expect(tables.length).toBeGreaterThan(0)
      expect([...Object.keys(EXPORTED), ...Object.keys(LISTED)].sort()).toEqual(tables)
      expect([...ERASED, ...KEPT].sort()).toEqual(tables)
    })

    it('the export contains everything except secrets', async () => {
      await fill()
      const query = { email: player.email, purpose: 'reset' } as const
      await requestEmailCode(players.services, { ...query, locale: 'en-US' }, CALLER)
      expect((await player.call(exportAccount, { body: { password: PASSWORD } })).code).toBe(
        'passkey_required',
      )
      const data = await readAll(db, players.services.secrets, player.uid, players.time.now)
      expect(data).toMatchObject({
        account: { uid: player.uid, email: player.email, nickname: 'Kai', name: 'Kai Jiang', region: 'CN' },
        sessions: [{ method: 'password', device: 'Firefox · Linux' }],
        logins: [{ address: '203.0.113.9', outcome: 'ok' }],
        emailCodes: [{ email: `new-${player.email}`, purpose: 'change' }, { purpose: 'reset' }],
        recoveryCodes: [{ usedAt: new Date(players.time.now).toISOString() }],
        passkeys: [{ id: `key-${player.uid}`, name: 'Key', transports: ['usb'] }],
        challenges: [{ purpose: 'passkey-new' }],
        avatar: { type: 'image/webp' },
        limits: [{ kind: 'loss', period: 'week', cents: '1234' }],
        breaks: [{ kind: 'time-out' }],
        mailsWaiting: [{ kind: 'time-out', recipient: player.email }, { kind: 'reset-code' }],
      })
      for (const { name } of Object.values(EXPORTED)) expect(data).toHaveProperty(name)
      for (const list of EXPORT_LISTS) expect(data[list]).toBeInstanceOf(Array)
      expect(data.next).toEqual({})
      const { base64 } = data['avatar'] as { base64: string }
      expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({ width: 256 })
      const text = JSON.stringify(data)
      for (const secret of ['argon2', 'secret-', player.token, Buffer.alloc(32, 0xaa).toString('base64')]) {
        expect(text).not.toContain(secret)
      }
      expect(text).not.toMatch(/170,170|aaaaaaaa/)
    })

    it('the export is a file that verifies, and whose movements add up', async () => {
      const { uid } = player
      await giveMoney(db, { player: uid, coin: 'usdt-tron', amount: 1_000_000_000n }, players.time.now)
      await beginPair(player)
      const bet = (game: string, params: object) =>
        player.call(placeBet, {
          body: {
            game,
            coin: 'usdt-tron',
            stake: '1.5',
            params: { ...params },
            idempotencyKey: randomUUID(),
          },
        })
      for (let count = 0; count < 4; count += 1) await bet('dice', GAME_PARAMS.dice.params)
      await bet('mines', { mines: 3, tiles: [1, 2] })
      await beginPair(player)
      await bet('limbo', { target: 150 })
      await bet('mines', { mines: 3 })
      await players.wait(60 * 60_000)
      const first = await readAll(db, players.services.secrets, uid, players.time.now)
      const file = await collectData({
        first,
        readMore: () => Promise.reject(new Error('There is one page')),
        onCount: () => undefined,
        wait: () => Promise.resolve(),
      })
      const keys = await listReceiptKeys(db)
      const faultsOf = async (text: string) => {
        const proofs = createProofVerifier(verifyWithNode, keys)
        const verifyLine = createLineVerifier(proofs)
        const wrong = text.split('\n').flatMap((line) => {
          const answer = verifyLine(line)
          return answer && isWrong(answer) ? [answer] : []
        })
        const last = await proofs.finish()
        return { wrong, last, faults: last.flatMap((one) => ('fault' in one ? [one.fault] : [])) }
      }
      const text = await file.text()
      const right = await faultsOf(text)
      expect(right).toMatchObject({ wrong: [], faults: [] })
      expect(right.last).toMatchObject([{ receipts: 7, chain: 'whole' }, {}])
      const { balances, addUp } = right.last.at(-1) as { balances: number; addUp: number }
      expect(balances).toBeGreaterThan(0)
      expect(addUp).toBe(balances)
      // A movement that differs from its signed payout, with a balance that fits it.
      const stake = '"balance":"available","amount":"-1500000"'
      expect(text).toContain(stake)
      const less = text.replace(stake, stake.replace('1500000', '1500001'))
      expect((await faultsOf(less)).faults).toEqual(['balance', 'balance'])
      const held = /"balance": "(\d+)"/.exec(text)?.[1] ?? ''
      const fitting = less.replace(`"balance": "${held}"`, `"balance": "${BigInt(held) - 1n}"`)
      expect((await faultsOf(fitting)).faults).toEqual(['balance'])
      const fewer = text.replace(/^ {4}\{"receipt":.*,\n/m, '')
      expect((await faultsOf(fewer)).faults).toContain('missing')
      expect((await faultsOf(fewer)).faults).toContain('chain')
    })

    it('the export has thousands of bets on pages, each of them once', async () => {
      const { uid } = player
      await giveMoney(db, { player: uid, coin: 'usdt-tron', amount: 1_000_000_000n }, players.time.now)
      await beginPair(player)
      const body = { game: 'dice', coin: 'usdt-tron', stake: '1', params: { ...GAME_PARAMS.dice.params } }
      await player.call(placeBet, { body: { ...body, idempotencyKey: randomUUID() } })
      // Always the same bet, because its result does not matter here.
      await db.transaction().execute(async (trx) => {
        await sql`select set_config('koi.writes_play', 'yes', true)`.execute(trx)
        await sql`
          insert into bet select (json_populate_record(bet, json_build_object('nonce', n, 'id', id + n,
            'key', gen_random_uuid(), 'receipts', array[n + 1]))).*
          from bet, generate_series(1, ${MANY - 1}) n where account_id = ${uid}`.execute(trx)
        await sql`
          insert into receipt (bucket, account_id, sequence, bet_id, text, kid, signature)
          select bucket, account_id, n + 1, bet_id + n, text, kid, signature
          from receipt, generate_series(1, ${MANY - 1}) n where account_id = ${uid}`.execute(trx)
      })

      const first = await readAll(db, players.services.secrets, uid, players.time.now)
      expect(Object.keys(first.next).sort()).toEqual(['bets', 'receipts'])
      expect(JSON.stringify(first).length).toBeLessThan(2_000_000)
      const whole = async (list: 'bets' | 'receipts') => {
        const items = [...(first[list] as object[])]
        for (let after = first.next[list] ?? null; after !== null;) {
          const page = (await player.call(exportMore, { params: { list }, query: { after } })).data
          expect(page.items.length).toBeLessThanOrEqual(500)
          items.push(...(page.items as object[]))
          after = page.next
        }
        return items
      }
      const bets = (await whole('bets')) as Bet[]
      expect(bets.map(({ seeds: { nonce } }) => nonce)).toEqual(
        Array.from({ length: MANY }, (_, n) => MANY - 1 - n),
      )
      expect(new Set(bets.map(({ id }) => id)).size).toBe(MANY)
      expect(await whole('receipts')).toHaveLength(MANY)

      // The first page is the same when it is requested alone.
      const again = (await player.call(exportMore, { params: { list: 'bets' }, query: {} })).data
      expect(again).toEqual({ items: first['bets'], next: first.next.bets })
      // Other players see nothing there, and a cursor is valid in one list only.
      const other = await players.newPlayer()
      const after = first.next.bets ?? ''
      expect((await other.call(exportMore, { params: { list: 'bets' }, query: { after } })).data).toEqual({
        items: [],
        next: null,
      })
      for (const [list, place] of [
        ['bets', '1-2-3'],
        ['bets', 'x'],
        ['passwords', '1'],
      ] as const) {
        const query = { after: place }
        expect((await player.call(exportMore, { params: { list }, query })).code).toBe('bad_request')
      }
    })

    it('the export is limited to a number of pages an hour for each player', async () => {
      const page = (of = player) => of.call(exportMore, { params: { list: 'seals' }, query: {} })
      expect((await page()).code).toBe('ok')
      await db
        .updateTable('rate_limit')
        .set({ points: 20_000 })
        .where('key', '=', `export-page:${player.uid}`)
        .execute()
      expect((await page()).code).toBe('rate_limited')
      expect((await page(await players.newPlayer())).code).toBe('ok')
    })

    it('the export has the movements of each balance on pages', async () => {
      const { uid } = player
      const coins = ['usdt-tron', 'scs-solana', 'usdt-tron']
      const at = players.time.now
      const movements = Array.from({ length: MANY }, (_, n) => ({
        at,
        transaction: payReward({
          kind: 'rakeback',
          player: uid,
          coin: coins[n % 3] ?? '',
          amount: BigInt(n + 1),
          key: `${n}`,
        }),
      }))
      for (let from = 0; from < MANY; from += 500) {
        await postTransactions(db, movements.slice(from, from + 500))
      }
      const first = await readAll(db, players.services.secrets, uid, at)
      const moved = [...(first['movements'] as { coin: string; amount: string }[])]
      expect(moved).toHaveLength(500)
      for (let after = first.next.movements ?? null; after !== null;) {
        const query = { after }
        const page = (await player.call(exportMore, { params: { list: 'movements' }, query })).data
        moved.push(...(page.items as typeof moved))
        after = page.next
      }
      for (const coin of new Set(coins)) {
        const amounts = moved.filter((each) => each.coin === coin).map(({ amount }) => Number(amount))
        const given = movements.flatMap((_, n) => (coins[n % 3] === coin ? [n + 1] : []))
        expect(amounts).toEqual(given)
      }
    })

    it('accept references to the account while it changes, but not while its address changes', async () => {
      const logIn = (trx: Database) =>
        trx
          .insertInto('challenge')
          .values({
            challenge: randomUUID(),
            purpose: 'passkey-new',
            account_id: player.uid,
            expires_at: new Date(players.time.now),
          })
          .execute()
      const meanwhile = () =>
        db.transaction().execute(async (trx) => {
          await sql`set local lock_timeout = '300ms'`.execute(trx)
          await logIn(trx)
        })
      await db.transaction().execute(async (trx) => {
        await lockPlayer(trx, player.uid)
        await meanwhile()
      })
      await db.transaction().execute(async (trx) => {
        await lockAccount(trx, player.uid, { isAddressChanged: true })
        await expect(meanwhile()).rejects.toMatchObject({ code: '55P03' })
      })
    })

    it("closing erases the player's identity and keeps the account number", async () => {
      await fill()
      const other = await player.session()
      await db.deleteFrom('passkey').where('account_id', '=', player.uid).execute()
      const close = (password: string) => player.call(closeAccount, { body: { password } })
      expect((await close('wrong')).code).toBe('password_wrong')
      const { avatar } = (await player.call(getUser)).data
      expect((await close(PASSWORD)).data).toEqual({})
      for (const token of [player.token, other]) {
        const answer = await players.call(getUser, { headers: { 'access-token': token } })
        expect(answer.status).toBe(401)
      }
      const row = await db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', player.uid)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ email: null, password_hash: null, nickname: '', phone: '', address: '' })
      expect(row.closed_at).toEqual(new Date(players.time.now))
      for (const table of ERASED) {
        const rows = await db
          .selectFrom(table)
          .select('account_id')
          .where('account_id', '=', player.uid)
          .execute()
        expect([table, rows]).toEqual([table, []])
      }
      const events = await db
        .selectFrom('login_event')
        .select(['address', 'user_agent'])
        .where('account_id', '=', player.uid)
        .execute()
      expect(events).toEqual([{ address: '', user_agent: '' }])
      expect((await players.app.request(avatar)).status).toBe(404)
      expect((await player.mails()).at(-1)).toBe('account-closed')
    })

    it('closing leaves no trace of a log-in that was under way', async () => {
      await player.call(closeAccount, { body: { password: PASSWORD } })
      const event = { method: 'password', outcome: 'wrong_password', caller: CALLER } as const
      await writeLoginEvent(db, player.uid, { ...event, now: players.time.now })
      const events = await db
        .selectFrom('login_event')
        .select('id')
        .where('account_id', '=', player.uid)
        .execute()
      expect(events).toEqual([])
    })

    it('closing asks for the second step if it is on', async () => {
      await db
        .updateTable('account')
        .set({
          totp_secret: players.services.secrets.encrypt(`totp:${player.uid}`, Buffer.alloc(20, 1)),
          totp_confirmed_at: new Date(players.time.now),
        })
        .where('id', '=', player.uid)
        .execute()
      const close = (code?: string) =>
        player.call(closeAccount, { body: { password: PASSWORD, ...(code !== undefined && { code }) } })
      expect((await close()).code).toBe('totp_required')
      expect((await close('AAAAA-AAAAA')).code).toBe('totp_invalid')
      expect((await player.call(getUser)).status).toBe(200)
    })
  })
}

/** A small PNG that claims this size, with as many zeros as an upload may have. */
function pngBomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(50_000_000))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
