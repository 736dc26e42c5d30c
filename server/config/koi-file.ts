import * as v from 'valibot'
import { parseEvmAddress } from '#contract/evm-checksum.ts'
import { EvmAddressSchema as AnyEvmAddressSchema } from '#contract/values.ts'
import { tronAddressBytes } from '#server/chains/tron-address.ts'
import { HTTP_ADDRESS, HttpAddressSchema } from './environment.ts'
import { keys, list, text, wholeNumber } from './file-parts.ts'

// Schema of the `KOI_CONFIG` file. A message continues a sentence that begins with the path of the value.

const COIN = 'must be a coin as symbol-network in small letters, such as usdt-ethereum'
const AMOUNT = 'must be an amount in quotes such as "2.5", with up to 8 decimals'
const ADDRESS = 'must be an address: 0x and 40 hexadecimal characters'
const TRON_ADDRESS = 'must be an address of TRON: T and 33 characters, as a wallet shows it'
const CHECKSUM = 'has capital letters that do not fit it (EIP-55): look for a typing mistake'
const NODE = `${HTTP_ADDRESS}, or { "env": "NAME" } with the variable that holds one`
const WORD = 'must be letters and digits only'

const CoinIdSchema = text(/^[a-z0-9]+-[a-z0-9]+$/, COIN)
const ShareSchema = wholeNumber(0, 6_000)
const AmountSchema = text(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?$/, AMOUNT)
const PriceSchema = text(
  /^(?=[\d.]*[1-9])(?:0|[1-9]\d{0,8})(?:\.\d{1,12})?$/,
  'must be a price in US dollars above 0, in quotes such as "1500.5"',
)
const fitsChecksum = (address: string) => parseEvmAddress(address) !== null
const EvmAddressSchema = v.pipe(
  text(/^0x(?!0{40})[0-9a-fA-F]{40}$/, ADDRESS),
  v.check(fitsChecksum, CHECKSUM),
  AnyEvmAddressSchema,
)
const TronAddressSchema = v.pipe(
  v.string(TRON_ADDRESS),
  v.check((address) => tronAddressBytes(address) !== null, TRON_ADDRESS),
)
const NameSchema = text(/^[^\p{C}]{1,40}$/u, 'must be 1 to 40 characters')
const WalletIdsSchema = list(
  text(/^[0-9a-fA-F]{64}$/, 'must be the id of a wallet: 64 hexadecimal characters'),
  100,
)

const NodeSchema = v.union(
  [
    HttpAddressSchema,
    keys({
      env: text(/^[A-Z][A-Z0-9_]{0,99}$/, 'must be the name of a variable: capital letters, digits and _'),
    }),
  ],
  NODE,
)

const ChainCoinSchema = keys({
  coin: v.pipe(CoinIdSchema, v.description('id of a coin that Koi ships, or of one in `coins`')),
  contract: v.pipe(
    text(/^(?:native|0x[0-9a-fA-F]{40})$/, `${ADDRESS}, or native for the chain’s own coin`),
    v.check((contract) => contract === 'native' || fitsChecksum(contract), CHECKSUM),
    v.description('its contract on this chain; `native` for the chain’s own coin, whose symbol it must have'),
    v.union([v.literal('native'), AnyEvmAddressSchema]),
  ),
  decimals: v.optional(
    v.pipe(
      wholeNumber(0, 36),
      v.description('decimals of the contract, where they differ from the coin’s own'),
    ),
  ),
  fee: v.optional(
    v.pipe(
      AmountSchema,
      v.description(
        'fee of a withdrawal, in the coin; without it the coin cannot be withdrawn on this chain',
      ),
    ),
  ),
  minimum: v.optional(
    v.pipe(
      AmountSchema,
      v.description('smallest withdrawal, fee included and always above it; goes with `fee`'),
    ),
  ),
  minimumDeposit: v.optional(
    v.pipe(
      AmountSchema,
      v.description(
        'smaller deposits are never credited; default about a dollar: 1 of the stable coins, 0.0005 ether',
      ),
    ),
  ),
  rebasing: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        'true if balances grow without a transfer, as on Blast; then a balance does not prove deposits',
      ),
    ),
  ),
})

const ChainSchema = keys({
  id: v.pipe(wholeNumber(1, 999_999_999_999_999), v.description('EIP-155 id of the chain')),
  name: v.optional(
    v.pipe(
      NameSchema,
      v.description('the chain’s name for players; known for 1, 81457 and their Sepolia networks'),
    ),
  ),
  testnet: v.optional(
    v.pipe(
      v.boolean('must be true or false'),
      v.description(
        'true if its coins are worth nothing; known for the same chains, else true in practice mode',
      ),
    ),
  ),
  currency: v.optional(
    v.pipe(
      keys({
        name: v.pipe(NameSchema, v.description('such as Ether')),
        symbol: v.pipe(text(/^[A-Za-z0-9]{1,12}$/, WORD), v.description('such as ETH')),
      }),
      v.description('the chain’s own coin, of 18 decimals; default Ether, ETH'),
    ),
  ),
  node: v.optional(
    v.pipe(
      NodeSchema,
      v.description(
        'node that this server asks about money, balances and contract wallets (EIP-1271, EIP-6492), which cannot log in without it. `{ "env": "NAME" }` keeps an address with a key out of the file. It is never sent to clients',
      ),
    ),
  ),
  otherNodes: v.optional(
    v.pipe(
      list(NodeSchema, 4),
      v.description(
        'more nodes of the chain for deposits: asked when `node` refuses, for what the house holds, and whether a block and a deposit in it are there before it is credited. A node that leaves something out is named in the log. Needs `node`',
      ),
    ),
  ),
  publicNode: v.optional(
    v.pipe(
      v.nullable(HttpAddressSchema),
      v.description(
        'node that a player’s wallet gets when it adds the chain; known for the same chains, `null` for none',
      ),
    ),
  ),
  explorer: v.optional(
    v.pipe(
      v.nullable(HttpAddressSchema),
      v.description('block explorer for links; known for the same chains, `null` for none'),
    ),
  ),
  recipient: v.optional(
    v.pipe(
      v.nullable(EvmAddressSchema),
      v.description(
        'address of the house that players’ wallets pay to; the server holds no key of it. Without one, or `null`, the chain has no deposits. Needs `node`',
      ),
    ),
  ),
  treasuries: v.optional(
    v.pipe(
      list(EvmAddressSchema, 20),
      v.description(
        'other addresses of yours on this chain, such as cold wallets: their balances count as reserves for debts to players',
      ),
    ),
  ),
  confirmations: v.optional(
    v.pipe(
      wholeNumber(1, 1_000),
      v.description(
        'blocks on top of a transfer’s own before it is credited; default 32 on Ethereum, 60 on Blast, 12 elsewhere',
      ),
    ),
  ),
  pollMs: v.optional(
    v.pipe(
      wholeNumber(100, 60_000),
      v.description('milliseconds between two questions to the node; default 6000'),
    ),
  ),
  coins: v.optional(
    v.pipe(
      list(ChainCoinSchema, 50),
      v.description(
        'coins for deposits and withdrawals on this chain; known for Ethereum (USDT, USDC, ETH) and Blast (USDB). For any other chain live mode needs them. Once named, only these count',
      ),
    ),
  ),
  nftCollections: v.optional(
    v.pipe(
      list(EvmAddressSchema, 20),
      v.description(
        'ERC-721 contracts whose tokens in a wallet are all found, however old; of other collections only recently received tokens are found',
      ),
    ),
  ),
})

const CoinSchema = keys({
  symbol: v.pipe(
    text(/^[A-Za-z0-9]{1,12}$/, WORD),
    v.description('such as USDT; symbol and network in small letters are the coin’s id, `usdt-polygon`'),
  ),
  network: v.pipe(text(/^[A-Za-z0-9]{1,20}$/, WORD), v.description('such as Polygon')),
  name: v.optional(
    v.pipe(NameSchema, v.description('such as Tether USD; needed for a coin Koi does not ship')),
  ),
  decimals: v.optional(
    v.pipe(
      wholeNumber(0, 36),
      v.description(
        'decimals on its chain; the ledger keeps at most 8 of them, and they can never change. Needed for a coin Koi does not ship',
      ),
    ),
  ),
  priceUsd: v.optional(
    v.pipe(
      PriceSchema,
      v.description(
        'price in practice mode, and in live mode until the sources give one; needed for a coin Koi does not ship',
      ),
    ),
  ),
  priceIds: v.optional(
    v.pipe(
      keys({
        coingecko: v.optional(
          v.pipe(text(/^[a-z0-9-]{1,100}$/, 'must be an id of CoinGecko'), v.description('such as `tether`')),
        ),
        defillama: v.optional(
          v.pipe(
            text(
              /^[a-z0-9_-]{1,40}:[A-Za-z0-9._:-]{1,100}$/,
              'must be a chain and a contract such as polygon:0x…',
            ),
            v.description('such as `polygon:0xc2132D05D31c914a87C6611C10748AEb04B58e8F`'),
          ),
        ),
      }),
      v.description(
        'its ids at the price sources; in live mode a coin without a price from both converts nothing',
      ),
    ),
  ),
  listed: v.optional(
    v.pipe(
      v.boolean('must be true or false'),
      v.description('always shown among the coins, not only when held; default true'),
    ),
  ),
  receivable: v.optional(
    v.pipe(
      v.boolean('must be true or false'),
      v.description('players may have deposits credited in it; default false'),
    ),
  ),
})

const SourceSchema = keys({
  service: v.pipe(
    v.picklist(['coingecko', 'defillama'], 'must be coingecko or defillama'),
    v.description('`coingecko` or `defillama`'),
  ),
  url: v.pipe(
    v.optional(
      v.pipe(
        HttpAddressSchema,
        v.check((url) => !/[?#]/.test(url), 'must be an address without ? and #: keys are variables'),
      ),
    ),
    v.description(
      'asked instead of the service’s own address, such as `https://pro-api.coingecko.com/api/v3`',
    ),
  ),
})

const SignerCoinSchema = keys({
  coin: v.pipe(CoinIdSchema, v.description('which coin')),
  floorUsd: v.optional(
    v.pipe(PriceSchema, v.description('lowest price it counts with; 1 for the stable coins Koi ships')),
  ),
  reviewFrom: v.optional(
    v.pipe(
      AmountSchema,
      v.description('from this amount of the coin on a person must approve; goes with `perDay`'),
    ),
  ),
  perDay: v.optional(v.pipe(AmountSchema, v.description('most of the coin that is paid in any 24 hours'))),
})

const ProviderSchema = keys({
  name: v.pipe(
    text(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens'),
    v.maxLength(40, 'must be 40 characters at most'),
    v.description('in addresses and in the books; it can never change'),
  ),
  title: v.pipe(NameSchema, v.description('for players')),
  protocol: v.pipe(
    v.picklist(['hub88', 'softswiss'], 'must be hub88 or softswiss'),
    v.description('`hub88` (operator API, version 2) or `softswiss`'),
  ),
  url: v.pipe(
    v.union([HttpAddressSchema], HTTP_ADDRESS),
    v.description('of the provider’s API, without the path of a call'),
  ),
  operatorId: v.pipe(
    text(/^[\w.-]{1,100}$/, 'must be letters, digits, _, . and -'),
    v.description('the provider’s name for you'),
  ),
  ownKeyFile: v.pipe(
    v.string('must be a path'),
    v.description(
      'path of your key, from this file on: with `hub88` the private RSA key (PEM) that signs your calls, with `softswiss` the shared secret',
    ),
  ),
  keyFiles: v.optional(
    v.pipe(
      list(v.pipe(v.string('must be a path'), v.description('such as `keys/provider.pem`')), 2),
      v.description(
        'paths of the keys that the provider’s calls are signed with, two while one is being replaced: public RSA keys (PEM), or shared secrets besides your own',
      ),
    ),
  ),
  currencies: v.pipe(
    list(
      keys({
        currency: v.pipe(
          text(/^[A-Za-z0-9]{1,20}$/, WORD),
          v.description('the provider’s name for the currency'),
        ),
        coin: v.pipe(CoinIdSchema, v.description('id of the coin that it is played with')),
      }),
      20,
    ),
    v.minLength(1, 'must name a currency at least'),
    v.description('coins that its games are played with'),
  ),
  frameOrigins: v.optional(
    v.pipe(
      list(HttpAddressSchema, 20),
      v.description('origins of the pages that its games open in, such as `https://games.provider.example`'),
    ),
  ),
})

export const KoiFileSchema = keys({
  $schema: v.optional(
    v.pipe(v.string('must be text'), v.description('path of `koi-config.schema.json`, for editors')),
  ),
  chains: v.optional(
    v.pipe(
      list(ChainSchema, 20),
      v.minLength(1, 'must name a chain at least'),
      v.description(
        'EVM chains that players’ wallets may be on, in the order they are shown; default Ethereum and Blast, in practice mode Sepolia and Blast Sepolia',
      ),
    ),
  ),
  coins: v.optional(
    v.pipe(list(CoinSchema, 100), v.description('coins besides those Koi ships, or changes of one of those')),
  ),
  tron: v.optional(
    v.pipe(
      keys({
        fee: v.optional(v.pipe(AmountSchema, v.description('fee of a withdrawal of USDT; default 1'))),
        minimum: v.optional(
          v.pipe(
            AmountSchema,
            v.description('its smallest amount, fee included and always above it; default 5'),
          ),
        ),
        treasuries: v.optional(
          v.pipe(
            list(TronAddressSchema, 20),
            v.description('other addresses of yours on TRON, such as cold wallets; as those of `chains`'),
          ),
        ),
      }),
      v.description('withdrawals on TRON, and what the house has there'),
    ),
  ),
  play: v.optional(
    v.pipe(
      keys({
        minStakeUsd: v.optional(
          v.pipe(AmountSchema, v.description('smallest stake in US dollars; default 0.01')),
        ),
        maxStakeUsd: v.optional(
          v.pipe(AmountSchema, v.description('largest stake in US dollars; default 1000')),
        ),
        maxPayoutUsd: v.optional(
          v.pipe(
            AmountSchema,
            v.description(
              'most that one bet may pay in US dollars, and no less than the largest stake: a bet that could pay more is refused; default 100000',
            ),
          ),
        ),
      }),
      v.description(
        'limits of stakes and payouts, in every coin at its last price, rounded to 1, 2 or 5 and zeros',
      ),
    ),
  ),
  operator: v.optional(
    v.pipe(
      keys({
        fourEyesUsd: v.optional(
          v.pipe(
            AmountSchema,
            v.description(
              'what one operator may give alone within 24 hours; what gives more needs two, and so does a withdrawal above it that waits for review; default "1000"',
            ),
          ),
        ),
      }),
      v.description('the console of operators'),
    ),
  ),
  rewards: v.optional(
    v.pipe(
      keys({
        coin: v.optional(
          v.pipe(
            CoinIdSchema,
            v.description(
              'coin that rewards are paid in, one of which counts as a dollar; default usdt-tron',
            ),
          ),
        ),
        rakebackBps: v.optional(v.pipe(ShareSchema, v.description('rakeback at LV.1; default 500'))),
        rakebackStepBps: v.optional(
          v.pipe(ShareSchema, v.description('more of it with each level; default 25')),
        ),
        rakebackMostBps: v.optional(v.pipe(ShareSchema, v.description('the most of it; default 1000'))),
        referralBps: v.optional(
          v.pipe(ShareSchema, v.description('to the player who has invited; default 1000')),
        ),
        levelGiftBps: v.optional(v.pipe(ShareSchema, v.description('gift at each new level; default 500'))),
        wheelBps: v.optional(
          v.pipe(
            ShareSchema,
            v.description('what a turn of the daily wheel is worth on average; default 500'),
          ),
        ),
        racePoolBps: v.optional(
          v.pipe(
            ShareSchema,
            v.description('prizes of the weekly race, of the edge of all who take part; default 500'),
          ),
        ),
        racePrizeMostBps: v.optional(
          v.pipe(
            ShareSchema,
            v.description('largest prize, of the winner’s own edge of the week; default 1000'),
          ),
        ),
        raceDayCapUsd: v.optional(
          v.pipe(
            AmountSchema,
            v.description(
              'house edge in US dollars that counts for the race on one day at most; default 100',
            ),
          ),
        ),
      }),
      v.description(
        'what players get back, in basis points (hundredths of a percent) of the house edge of bets. The sum with the release of bonuses must not exceed 6000',
      ),
    ),
  ),
  providers: v.optional(
    v.pipe(
      list(ProviderSchema, 20),
      v.description('providers of games of others, which are played on the same balances'),
    ),
  ),
  rates: v.optional(
    v.pipe(
      keys({
        sources: v.pipe(
          list(SourceSchema, 2),
          v.length(2, 'must be coingecko and defillama, the one whose prices count first'),
          v.description('the first one’s prices count, the second one’s must agree'),
        ),
        maxAgeMinutes: v.optional(
          v.pipe(
            wholeNumber(2, 1_440),
            v.description('older prices convert nothing, and the player is told to try again; default 15'),
          ),
        ),
        maxDifferencePercent: v.optional(
          v.pipe(wholeNumber(1, 50), v.description('when the two differ by more, neither counts; default 3')),
        ),
      }),
      v.description('sources of prices; live mode needs it, practice mode has fixed ones without'),
    ),
  ),
  wallets: v.optional(
    v.pipe(
      keys({
        recommended: v.optional(
          v.pipe(
            WalletIdsSchema,
            v.description(
              'wallets shown first, in this order, by their ids in WalletConnect’s registry; default its own first nine',
            ),
          ),
        ),
        excluded: v.optional(v.pipe(WalletIdsSchema, v.description('wallets never shown'))),
        networkView: v.optional(
          v.pipe(
            v.boolean('must be true or false'),
            v.description('asks players for the network before the wallet; default false'),
          ),
        ),
      }),
      v.description('the list of wallets'),
    ),
  ),
  signer: v.optional(
    v.pipe(
      keys({
        reviewUsdt: v.optional(
          v.pipe(
            AmountSchema,
            v.description(
              'from this sum on a person must approve; what the same player or the same address was paid in the last 24 hours without approval counts too; default 5000',
            ),
          ),
        ),
        dayLimitUsdt: v.optional(
          v.pipe(
            AmountSchema,
            v.description(
              'most that is paid in any 24 hours; default 20000. Both limits count all coins and chains together; coins other than USDT count by their last price in the database, or by their floor where that is higher',
            ),
          ),
        ),
        feeLimitTrx: v.optional(
          v.pipe(
            wholeNumber(1, 1_000),
            v.description('most TRX that one transfer on TRON may burn as its fee; default 100'),
          ),
        ),
        maxGasGwei: v.optional(
          v.pipe(
            wholeNumber(1, 10_000),
            v.description('when gas costs more than this, withdrawals on EVM chains wait; default 100'),
          ),
        ),
        coins: v.optional(
          v.pipe(
            list(SignerCoinSchema, 100),
            v.description(
              'floors and limits of single coins. In live mode a person must approve every withdrawal of a coin with neither',
            ),
          ),
        ),
      }),
      v.description('limits of automatic payments by the signer'),
    ),
  ),
})
export type KoiFile = v.InferOutput<typeof KoiFileSchema>
export type FileChain = NonNullable<KoiFile['chains']>[number]
export type FileNode = NonNullable<FileChain['node']>
export type FileChainCoin = NonNullable<FileChain['coins']>[number]
export type FileCoin = NonNullable<KoiFile['coins']>[number]
