import * as v from 'valibot'
import { TRON_NETWORKS, type TronNetwork } from '#server/chains/tron-network.ts'
import { extendedKeyProblem } from '#server/chains/extended-key.ts'
import { HttpAddressSchema, variable } from './environment.ts'

export interface TronConfig {
  readonly network: TronNetwork
  /** Null in practice mode, whose chain is in the database. */
  readonly grid: {
    readonly url: string
    readonly apiKey: string
    /** A node of another provider, to verify TronGrid's answers. */
    readonly nodeUrl: string | null
  } | null
  /** Extended public key of the deposit addresses; null makes one for the practice chain. */
  readonly xpub: string | null
  readonly practiceBlockMs: number
}

const URLS = { mainnet: 'https://api.trongrid.io', nile: 'https://nile.trongrid.io' }
const BLOCK_MS = 3_000

const BLOCK = 'must be a number of milliseconds from 20 to 60000'

export const TRON_ENVIRONMENT = {
  TRON_DEPOSIT_XPUB: variable(
    v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? extendedKeyProblem(dataset.value) : null
        if (message !== null) addIssue({ message })
      }),
    ),
    {
      section: 'TRON',
      isNeededLive: true,
      isSecret: true,
      meaning:
        "extended **public** key of the account `m/44'/195'/0'` (or of its branch `/0`) that deposit addresses are derived from; the server never has a private key and refuses one",
    },
  ),
  TRONGRID_API_KEY: variable(
    v.pipe(v.string(), v.regex(/^[\w-]{8,100}$/, 'must be a key of 8 to 100 letters, digits and dashes')),
    {
      section: 'TRON',
      isNeededLive: true,
      isSecret: true,
      meaning: 'key of [TronGrid](https://www.trongrid.io), free ones have 100,000 calls a day',
    },
  ),
  TRON_NETWORK: variable(v.picklist(['mainnet', 'nile'], 'must be mainnet or nile'), {
    section: 'TRON',
    unset: 'mainnet',
    meaning: '`mainnet`, or `nile`, the test network',
  }),
  TRONGRID_URL: variable(HttpAddressSchema, {
    section: 'TRON',
    meaning: 'address of TronGrid; default that of the network',
  }),
  TRON_NODE_URL: variable(HttpAddressSchema, {
    section: 'TRON',
    isSecret: true,
    meaning:
      'HTTP address of another node of the same network (java-tron’s own interface, with `/walletsolidity`): what addresses hold is asked of it, and whether a transaction is known when TronGrid says that it is not',
  }),
  PRACTICE_BLOCK_MS: variable(
    v.pipe(
      v.string(),
      v.regex(/^\d{2,5}$/, BLOCK),
      v.transform(Number),
      v.minValue(20, BLOCK),
      v.maxValue(60_000, BLOCK),
    ),
    {
      section: 'TRON',
      unset: `${BLOCK_MS}`,
      meaning: 'practice mode: length of a block of the practice chains, in milliseconds',
    },
  ),
}
type TronEnvironment = v.InferOutput<v.ObjectSchema<typeof TRON_ENVIRONMENT, undefined>>

/** Practice mode always uses the practice chain. */
export function tronConfigOf(set: TronEnvironment, mode: 'practice' | 'live'): TronConfig {
  const name = set.TRON_NETWORK ?? 'mainnet'
  return mode === 'practice'
    ? {
        network: TRON_NETWORKS.practice,
        grid: null,
        xpub: null,
        practiceBlockMs: set.PRACTICE_BLOCK_MS ?? BLOCK_MS,
      }
    : {
        network: TRON_NETWORKS[name],
        grid: {
          url: set.TRONGRID_URL ?? URLS[name],
          apiKey: set.TRONGRID_API_KEY ?? '',
          nodeUrl: set.TRON_NODE_URL ?? null,
        },
        xpub: set.TRON_DEPOSIT_XPUB ?? null,
        practiceBlockMs: BLOCK_MS,
      }
}
