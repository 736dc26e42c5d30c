import type { ParsedRequest } from '#contract/endpoint.ts'
import type {
  launchProviderDemo,
  launchProviderGame,
  ProviderGame,
  ProviderLaunch,
} from '#contract/provider-games.ts'
import { Refusal } from '#server/base/refusal.ts'
import { readProviderGame } from '#server/catalogue/provider-games.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { ProviderConfig } from '#server/config/provider-config.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'
import { openProviderClient } from './open-client.ts'
import { ProviderFailure, type Launch } from './provider-client.ts'
import { dropProviderSession, openProviderSession } from './provider-players.ts'

type Services = Pick<AccountServices, 'db' | 'limits' | 'clock'> & {
  readonly config: Pick<Config, 'mode' | 'publicOrigin' | 'providers'>
}

/** @throws Refusal `not_found`, `conflict` for a coin that it is not played with, `break_active`, `provider_unavailable` */
export async function launchGame(
  services: Services,
  { params, body }: ParsedRequest<typeof launchProviderGame>,
  caller: Caller,
  player: number,
): Promise<ProviderLaunch> {
  const { db, limits, clock } = services
  await limits.take('provider-launch', String(player))
  const { game, link } = await gameAt(services, params)
  const currency = [...link.currencies].find(([, { coin }]) => coin === body.coin)?.[0]
  if (currency === undefined) throw new Refusal('conflict', 'The game is not played with this coin')
  const now = clock()
  const { refusal } = await readPlayPermission(db, player, now)
  if (refusal) throw refusal
  const opening = { provider: game.provider, player, coin: body.coin, game: game.code, now }
  const { user, token, until } = await openProviderSession(db, opening)
  try {
    const place = placeOf(services, caller, body)
    const opened = await open(services, link, caller, {
      ...place,
      game: game.code,
      player: { user, token, currency },
    })
    return { ...opened, until: until.toISOString() }
  } catch (error) {
    await dropProviderSession(db, player, token)
    throw error
  }
}

/** @throws Refusal `not_found`, `provider_unavailable` */
export async function launchDemo(
  services: Services,
  { params, body }: ParsedRequest<typeof launchProviderDemo>,
  caller: Caller,
): Promise<ProviderLaunch> {
  await services.limits.take('provider-demo', caller.address)
  const { game, link } = await gameAt(services, params)
  if (!game.hasDemo) throw new Refusal('not_found', 'The game cannot be tried')
  const place = placeOf(services, caller, body)
  return {
    ...(await open(services, link, caller, { ...place, game: game.code, player: null })),
    until: null,
  }
}

/** Koi knows no country of its players, so countries in which a game is blocked are its provider's to refuse. */
async function gameAt(
  { db, config: { providers } }: Services,
  params: ParsedRequest<typeof launchProviderGame>['params'],
): Promise<{ readonly game: ProviderGame; readonly link: ProviderConfig }> {
  const game = await readProviderGame(db, providers, params)
  const link = providers.find(({ provider }) => provider === game.provider)
  if (!link) throw new Refusal('not_found', 'There is no such game')
  return { game, link }
}

async function open(
  { config }: Services,
  link: ProviderConfig,
  { logger, origin: asked }: Caller,
  launch: Launch,
): Promise<{ readonly url: string; readonly origin: string }> {
  try {
    const url = await openProviderClient(link, config.mode).launch(launch)
    const { origin } = new URL(url)
    // Its page could do all that a page of Koi can.
    if (origin === (config.publicOrigin ?? asked))
      throw new ProviderFailure('A game opens at the origin of Koi')
    return { url, origin }
  } catch (cause) {
    logger.warn(
      { err: cause, provider: link.provider, game: launch.game },
      'a game of a provider cannot open',
    )
    throw new Refusal('provider_unavailable', 'The provider of the game does not open it')
  }
}

function placeOf(
  { config }: Services,
  { origin: asked, address }: Caller,
  { platform, language }: ParsedRequest<typeof launchProviderDemo>['body'],
): Omit<Launch, 'game' | 'player'> {
  const origin = config.publicOrigin ?? asked
  return {
    platform,
    locale: language,
    lobbyUrl: `${origin}/games`,
    depositUrl: `${origin}/account`,
    ip: address.replace(/\/64$/, ''),
  }
}
