import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { API_BASE } from '#contract/api-base.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { Config } from '#server/config/config.ts'
import type { ProviderConfig } from '#server/config/provider-config.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import type { Database } from '#server/db/tables.ts'
import { withDatabase } from '#server/db/with-database.ts'
import {
  checkForgeries,
  checkWallet,
  hub88Caller,
  type Checked,
} from '#server/providers/hub88/hub88-check.ts'
import { openProviderClient } from '#server/providers/open-client.ts'
import { ProviderFailure, type ListedGame, type ProviderClient } from '#server/providers/provider-client.ts'
import { openProviderSession } from '#server/providers/provider-players.ts'

const LEAST_BITS = 2_048
const DAY_MS = 24 * 60 * 60_000

export interface CheckAsked {
  /** Address of Koi's own server; undefined for the configured one. */
  readonly at: string | undefined
  /** File of the provider's private key, which only a test provider gives away. */
  readonly providerKey: string | undefined
  /** Number of the account that bets in the scenarios. */
  readonly player: string | undefined
}

type InDatabase = (work: (db: Database) => Promise<void>) => Promise<void>

type Row = Checked | { readonly check: string; readonly result: 'left out'; readonly detail: string }

/**
 * Checks what can be checked from here: keys, the provider's answers, and that our endpoint refuses forgeries. The
 * wallet is played only with the provider's private key.
 * @throws StartupError for the operator
 */
export async function checkProvider(
  config: Config,
  link: ProviderConfig,
  asked: CheckAsked,
  inDatabase: InDatabase = (work) => withDatabase(config, work),
): Promise<Row[]> {
  if (link.protocol !== 'hub88')
    throw new StartupError(`${link.provider} speaks ${link.protocol}: only hub88 can be checked.`)
  const client = openProviderClient(link, config.mode)
  const site = asked.at ?? config.publicOrigin ?? `http://127.0.0.1:${config.port}`
  const caller = hub88Caller(`${new URL(site).origin}${API_BASE}/providers/${link.provider}`)
  const list = await listing(client)
  return [
    ...checkKeys(link),
    checkFrames(config, link),
    list.row,
    await checkDemo(client, list.games, `${new URL(site).origin}/games`),
    ...(await checkForgeries(caller)),
    ...(await wallet(link, asked, caller, inDatabase)),
  ]
}

function checkKeys({ ownKey, keys }: ProviderConfig): Row[] {
  const bits = (key: KeyObject) => key.asymmetricKeyDetails?.modulusLength ?? 0
  const short = [ownKey, ...keys].find((key) => bits(key) < LEAST_BITS)
  return [
    short === undefined
      ? { check: 'keys are long enough', result: 'ok', detail: `${keys.length} of the provider` }
      : { check: 'keys are long enough', result: 'failed', detail: `one has ${bits(short)} bits` },
  ]
}

function checkFrames({ mode }: Config, { frameOrigins }: ProviderConfig): Row {
  const check = 'pages of games may be framed'
  if (frameOrigins.length === 0) return { check, result: 'failed', detail: 'frameOrigins names no page' }
  const open = frameOrigins.find((origin) => mode === 'live' && !origin.startsWith('https://'))
  return open === undefined
    ? { check, result: 'ok', detail: frameOrigins.join(' ') }
    : { check, result: 'failed', detail: `${open} is not https` }
}

async function listing(
  client: ProviderClient,
): Promise<{ readonly row: Row; readonly games: readonly ListedGame[] }> {
  const check = 'the list of games comes, and is signed'
  try {
    const games = await client.listGames()
    return { row: { check, result: 'ok', detail: `${games.length} games` }, games }
  } catch (error) {
    return { row: { check, result: 'failed', detail: failureOf(error) }, games: [] }
  }
}

async function checkDemo(
  client: ProviderClient,
  games: readonly ListedGame[],
  lobbyUrl: string,
): Promise<Row> {
  const check = 'a demonstration opens in one of the pages'
  const game = games.find(({ hasDemo }) => hasDemo)?.code
  if (game === undefined) return { check, result: 'left out', detail: 'no game has one' }
  const place = { platform: 'desktop', locale: 'en-US', ip: '127.0.0.1' } as const
  try {
    const url = await client.launch({ ...place, game, player: null, lobbyUrl, depositUrl: lobbyUrl })
    return { check, result: 'ok', detail: `${game} at ${new URL(url).origin}` }
  } catch (error) {
    return { check, result: 'failed', detail: failureOf(error) }
  }
}

/** @throws the error itself if it is not the provider's */
function failureOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.message
  throw error
}

async function wallet(
  link: ProviderConfig,
  { providerKey, player }: CheckAsked,
  caller: ReturnType<typeof hub88Caller>,
  inDatabase: InDatabase,
): Promise<Row[]> {
  if (providerKey === undefined) {
    const detail =
      'only the provider can sign them: ask it to run its own tests, or give --provider-key and --player'
    return [{ check: 'calls of the wallet', result: 'left out', detail }]
  }
  const uid = Number(player)
  if (!Number.isSafeInteger(uid) || uid <= 0)
    throw new StartupError('Say which account bets in the scenarios: --player <its number>')
  const key = readKey(providerKey)
  let rows: Row[] = []
  await inDatabase(async (db) => {
    rows = await checkWallet(caller, key, await openPurse(db, link, uid))
  })
  return rows
}

function readKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file))
  } catch {
    throw new StartupError(`${file} is no private key.`)
  }
}

async function openPurse(db: Database, { provider, currencies }: ProviderConfig, player: number) {
  const [[currency, { coin }] = [undefined, { coin: '' }]] = currencies
  const game = await db
    .selectFrom('provider_game')
    .select('code')
    .where('provider', '=', provider)
    .where('is_on', '=', true)
    .orderBy('code')
    .executeTakeFirst()
  if (!game || currency === undefined) throw new StartupError(`No game of ${provider} is on.`)
  const account = await db.selectFrom('account').select('id').where('id', '=', player).executeTakeFirst()
  if (!account) throw new StartupError(`There is no account ${player}.`)
  const now = await readDatabaseTime(db)
  const opening = { provider, player, coin, game: game.code }
  const { user, token } = await openProviderSession(db, { ...opening, now })
  const old = await openProviderSession(db, { ...opening, now: now - DAY_MS })
  return { user, token, oldToken: old.token, currency, game: game.code }
}
