import type { ProviderConfig } from '#server/config/provider-config.ts'
import { createHub88Client } from './hub88/hub88-client.ts'
import { ProviderFailure, type ProviderClient } from './provider-client.ts'

/** @throws ProviderFailure for a protocol in which Koi answers calls and makes none */
export function openProviderClient(link: ProviderConfig, mode: 'practice' | 'live'): ProviderClient {
  if (link.protocol === 'hub88') return createHub88Client(link, mode)
  throw new ProviderFailure(
    `${link.provider} speaks ${link.protocol}: Koi answers its wallet calls, but cannot ask it for games, launches or transactions`,
  )
}
