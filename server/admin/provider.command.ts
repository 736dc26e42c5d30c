import * as v from 'valibot'
import { PROVIDER_CATEGORIES } from '#contract/provider-games.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { Config } from '#server/config/config.ts'
import type { ProviderConfig } from '#server/config/provider-config.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import type { Database } from '#server/db/tables.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { openProviderClient } from '#server/providers/open-client.ts'
import { ProviderFailure } from '#server/providers/provider-client.ts'
import { switchGames, switchProvider } from '#server/providers/switch-games.ts'
import { keepAction, type Author } from '#server/identity/operator-log.ts'
import { syncGames } from '#server/providers/sync-games.ts'
import { checkProvider, type CheckAsked } from './check-provider.ts'
import { readAs } from './operator-call.ts'

export interface ProviderCommand {
  readonly verb: string
  readonly words: readonly string[]
  /** Categories. */
  readonly allOf: readonly string[]
  readonly by: string | undefined
  readonly why: string | undefined
  readonly check: CheckAsked
}

type Write = (rows: readonly object[]) => void
type Settings = Pick<Config, 'mode' | 'providers'>

/**
 * Executes an operator's command about providers in the configured database.
 * @throws StartupError for the operator
 */
export async function runProvider(config: Config, asked: ProviderCommand, write: Write): Promise<void> {
  if (asked.verb === 'check') {
    write(await check(config, asked))
    return
  }
  await withDatabase(config, async (db) => {
    const now = new Date(await readDatabaseTime(db))
    write(await operateProviders({ db, config, now }, asked))
  })
}

/** Without the database, unless the wallet is played: so it runs beside a server on PGlite. */
async function check(config: Config, { words: [name], check: asked }: ProviderCommand) {
  const links = name === undefined ? config.providers : [providerOf(config, name)]
  const rows: object[] = []
  for (const link of links) {
    for (const row of await checkProvider(config, link, asked)) rows.push({ provider: link.provider, ...row })
  }
  return rows
}

interface Services {
  readonly db: Database
  readonly config: Settings
  readonly now: Date
}

/** @throws StartupError for the operator */
export async function operateProviders(
  services: Services,
  asked: Omit<ProviderCommand, 'check'>,
): Promise<readonly object[]> {
  const [name] = asked.words
  switch (asked.verb) {
    case 'list':
      return name === undefined
        ? listProviders(services)
        : listGames(services.db, providerOf(services.config, name).provider)
    case 'sync':
      return sync(services, name)
    case 'on':
    case 'off':
      return turnAsSaid(services, asked)
    default:
      throw new StartupError(`There is no command ${asked.verb}: see npm run provider -- --help`)
  }
}

async function listProviders({ db, config }: Services) {
  const games = await db.selectFrom('provider_game').select(['provider', 'is_on', 'gone_at']).execute()
  const off = await db.selectFrom('provider_off').select('provider').execute()
  return config.providers.map(({ provider, title, protocol }) => {
    const own = games.filter((each) => each.provider === provider)
    return {
      provider,
      title,
      protocol,
      switch: off.some((each) => each.provider === provider) ? 'off' : 'on',
      games: own.length,
      on: own.filter(({ is_on, gone_at }) => is_on && gone_at === null).length,
      gone: own.filter(({ gone_at }) => gone_at !== null).length,
    }
  })
}

async function listGames(db: Database, provider: string) {
  const rows = await db
    .selectFrom('provider_game')
    .selectAll()
    .where('provider', '=', provider)
    .orderBy('names')
    .orderBy('code')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    name: row.name['en-US'],
    category: row.category,
    switch: row.is_on ? 'on' : 'off',
    return: row.return_bps === null ? 'unknown' : `${(row.return_bps / 100).toFixed(2)}%`,
    volatility: row.volatility ?? 'unknown',
    cover: row.cover === null ? 'none' : 'yes',
    demo: row.has_demo ? 'yes' : 'no',
    blocked: row.blocked_countries.join(' ') || 'nowhere',
    ...(row.gone_at && { gone: row.gone_at.toISOString() }),
  }))
}

async function sync({ db, config, now }: Services, name: string | undefined) {
  const links = name === undefined ? config.providers : [providerOf(config, name)]
  const rows: object[] = []
  for (const link of links) {
    try {
      const client = openProviderClient(link, config.mode)
      rows.push(await syncGames(db, { provider: link.provider, client, mode: config.mode, now }))
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (name !== undefined) throw new StartupError(`${error.message}.`)
      rows.push({ provider: link.provider, failed: error.message })
    }
  }
  return rows
}

function turnAsSaid(services: Services, { verb, words, allOf, by, why }: Omit<ProviderCommand, 'check'>) {
  const [name, code] = words
  const author = { name: by?.trim().slice(0, 100) ?? '' }
  return turnProvider(services, {
    isOn: verb === 'on',
    name,
    code,
    allOf,
    author,
    why: why?.trim().slice(0, 500) ?? '',
  })
}

interface Turn {
  readonly isOn: boolean
  readonly name: string | undefined
  readonly code: string | undefined
  /** Categories. */
  readonly allOf: readonly string[]
  readonly author: Author
  readonly why: string
}

/** The switch and its row in the audit table are one transaction. @throws StartupError for the operator */
export async function turnProvider(
  { db, config, now }: Services,
  { isOn, name, code, allOf, author, why }: Turn,
): Promise<readonly object[]> {
  if (name === undefined) throw new StartupError('Name a provider: see npm run provider -- list')
  if (code !== undefined && allOf.length > 0) throw new StartupError('Name a game or categories, not both.')
  if (author.name === '' || why === '')
    throw new StartupError('Say who you are and why: --by <name> --why <reason>')
  const { provider } = providerOf(config, name)
  const categories = readAs(v.array(v.picklist(PROVIDER_CATEGORIES)), allOf)
  return db.transaction().execute(async (trx) => {
    const isWhole = code === undefined && categories.length === 0
    const what = isWhole
      ? { provider }
      : {
          provider,
          games: await switchGames(trx, provider, code === undefined ? { categories } : { code }, isOn),
        }
    if (isWhole) await switchProvider(trx, provider, isOn, now)
    else if (code !== undefined) await requireGame(trx, provider, code, isOn)
    await keepAction(trx, author, { why, action: `provider ${isOn ? 'on' : 'off'}`, what }, now.getTime())
    return [{ ...what, switch: isOn ? 'on' : 'off' }]
  })
}

async function requireGame(db: Database, provider: string, code: string, isOn: boolean): Promise<void> {
  const row = await db
    .selectFrom('provider_game')
    .select('gone_at')
    .where('provider', '=', provider)
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row)
    throw new StartupError(`${provider} has no game ${code}: see npm run provider -- list ${provider}`)
  if (isOn && row.gone_at !== null) throw new StartupError(`${provider} lists ${code} no more.`)
}

/** @throws StartupError that names those there are */
function providerOf({ providers }: Pick<Config, 'providers'>, name: string): ProviderConfig {
  const link = providers.find(({ provider }) => provider === name)
  if (link) return link
  const all = providers.map(({ provider }) => provider).join(', ')
  throw new StartupError(
    all === ''
      ? 'No provider is configured: see docs/providers.md.'
      : `There is no provider ${name}: only ${all}.`,
  )
}
