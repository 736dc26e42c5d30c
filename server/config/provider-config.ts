import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { coinIdOf, LEDGER_DECIMALS, type CoinSeed } from '#server/coins/coins.seed.ts'
import type { KoiFile } from './koi-file.ts'
import { fileError } from './read-koi-file.ts'

export interface ProviderConfig {
  /** In addresses and in the books. */
  readonly provider: string
  /** For players. */
  readonly title: string
  readonly protocol: 'hub88' | 'softswiss'
  readonly url: string
  readonly operatorId: string
  /** Signs our calls. */
  readonly ownKey: KeyObject
  /** Sign the provider's calls. */
  readonly keys: readonly KeyObject[]
  /** By the provider's name for the currency. */
  readonly currencies: ReadonlyMap<string, LinkedCoin>
  readonly frameOrigins: readonly string[]
}

export interface LinkedCoin {
  /** Id of the coin. */
  readonly coin: string
  readonly decimals: number
}

/** Providers tell amounts to this many decimals at least. */
const LEAST_DECIMALS = 5
const LEAST_SECRET_BYTES = 16

type FileProvider = NonNullable<KoiFile['providers']>[number]

interface Place {
  /** That of the file; undefined without one. */
  readonly path: string | undefined
  readonly mode: 'practice' | 'live'
  readonly publicOrigin: string | null
}

/** @throws StartupError */
export function providersConfigOf(
  { providers = [] }: KoiFile,
  coins: readonly CoinSeed[],
  { path, mode, publicOrigin }: Place,
): ProviderConfig[] {
  const names = providers.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw fileError(`providers: ${twice} is there twice`)
  return providers.map((entry, nth) => {
    const at = `providers[${nth}]`
    const { name: provider, title, protocol, url, operatorId, ownKeyFile, keyFiles = [] } = entry
    const read = (file: string, place: string) =>
      readKeyFile(resolve(dirname(path ?? '.'), file), `${at}.${place}`)
    const frameOrigins = (entry.frameOrigins ?? []).map((origin) => new URL(origin).origin)
    if (mode === 'live' && !url.startsWith('https:')) throw fileError(`${at}.url: must be https in live mode`)
    const open = frameOrigins.findIndex((origin) => mode === 'live' && !origin.startsWith('https:'))
    if (open >= 0) throw fileError(`${at}.frameOrigins[${open}]: must be https in live mode`)
    const own = frameOrigins.findIndex(
      (origin) => publicOrigin !== null && origin === new URL(publicOrigin).origin,
    )
    // Its page could do all that a page of Koi can.
    if (own >= 0) throw fileError(`${at}.frameOrigins[${own}]: must not be the origin of Koi itself`)
    const others = keyFiles.map((file, n) => ({
      bytes: read(file, `keyFiles[${n}]`),
      place: `${at}.keyFiles[${n}]`,
    }))
    const ours = { bytes: read(ownKeyFile, 'ownKeyFile'), place: `${at}.ownKeyFile` }
    if (protocol === 'hub88' && others.length === 0) throw fileError(`${at}.keyFiles: is missing`)
    const keys =
      protocol === 'hub88'
        ? others.map((key) => keyOf(key, createPublicKey))
        : [ours, ...others].map((key) => keyOf(key, secretOf))
    return {
      provider,
      title,
      protocol,
      url,
      operatorId,
      ownKey: protocol === 'hub88' ? keyOf(ours, createPrivateKey) : keyOf(ours, secretOf),
      keys,
      currencies: new Map(
        entry.currencies.map((each, n) => linkedCoin(each, `${at}.currencies[${n}]`, coins)),
      ),
      frameOrigins,
    }
  })
}

function linkedCoin(
  { currency, coin }: FileProvider['currencies'][number],
  at: string,
  coins: readonly CoinSeed[],
): [string, LinkedCoin] {
  const known = coins.find((each) => coinIdOf(each) === coin)
  if (!known) throw fileError(`${at}.coin: must be the id of a coin`)
  const decimals = Math.min(known.chainDecimals, LEDGER_DECIMALS)
  if (decimals < LEAST_DECIMALS) {
    throw fileError(`${at}.coin: must have ${LEAST_DECIMALS} decimals at least, as providers count`)
  }
  return [currency, { coin, decimals }]
}

function readKeyFile(file: string, at: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw fileError(`${at}: names a file that cannot be read`)
  }
}

interface KeyBytes {
  readonly bytes: Buffer
  readonly place: string
}

function keyOf({ bytes, place }: KeyBytes, create: (bytes: Buffer) => KeyObject): KeyObject {
  try {
    return create(bytes)
  } catch {
    throw fileError(`${place}: is not a key of this protocol`)
  }
}

/** Without the line break that editors add. */
function secretOf(bytes: Buffer): KeyObject {
  const secret = bytes.toString().trim()
  if (secret.length < LEAST_SECRET_BYTES) throw new Error('A shared secret is too short')
  return createSecretKey(Buffer.from(secret))
}
