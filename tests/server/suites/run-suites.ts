import { IS_CORE } from '../../core.ts'
import { apiSuite } from './api.suite.ts'
import { authSuite } from './auth.suite.ts'
import { autoPlaySuite } from './auto-play.suite.ts'
import { balancesSuite } from './balances.suite.ts'
import { bonusesSuite } from './bonuses.suite.ts'
import { booksOfPlaySuite } from './books-of-play.suite.ts'
import { booksSuite } from './books.suite.ts'
import { crashSuite } from './crash.suite.ts'
import { databaseSuite } from './database.suite.ts'
import { depositApiSuite } from './deposit-api.suite.ts'
import { depositsSuite } from './deposits.suite.ts'
import { evmDepositsSuite } from './evm-deposits.suite.ts'
import { evmWithdrawalsSuite } from './evm-withdrawals.suite.ts'
import { freeBetsSuite } from './free-bets.suite.ts'
import { giftWheelSuite } from './gift-wheel.suite.ts'
import { giftsSuite } from './gifts.suite.ts'
import { jobsSuite } from './jobs.suite.ts'
import { ledgerCheckSuite } from './ledger-check.suite.ts'
import { ledgerSchemaSuite } from './ledger-schema.suite.ts'
import { ledgerSuite } from './ledger.suite.ts'
import { luckSuite } from './luck.suite.ts'
import { messagesSuite } from './messages.suite.ts'
import { numbersSuite } from './numbers.suite.ts'
import { nftPictureSuite } from './nft-picture.suite.ts'
import { operatorViewsSuite } from './operator-views.suite.ts'
import { operatorVotesSuite } from './operator-votes.suite.ts'
import { operatorsSuite } from './operators.suite.ts'
import { playSuite } from './play.suite.ts'
import { practiceSuite } from './practice.suite.ts'
import { profileSuite } from './profile.suite.ts'
import { providerFuzzSuite } from './provider-fuzz.suite.ts'
import { providerCatalogueSuite } from './provider-catalogue.suite.ts'
import { providerProofSuite } from './provider-proof.suite.ts'
import { providersSuite } from './providers.suite.ts'
import { proofSuite } from './proof.suite.ts'
import { liveSuite } from './live.suite.ts'
import { publicPlaySuite } from './public-play.suite.ts'
import { pushSuite } from './push.suite.ts'
import { raceSuite } from './race.suite.ts'
import { ratesSuite } from './rates.suite.ts'
import { referralSuite } from './referral.suite.ts'
import { responsiblePlaySuite } from './responsible-play.suite.ts'
import { rewardsSuite } from './rewards.suite.ts'
import { sealsSuite } from './seals.suite.ts'
import { securitySuite } from './security.suite.ts'
import type { TestBackend } from './test-backend.ts'
import { transparencySuite } from './transparency.suite.ts'
import { walletLinkSuite } from './wallet-link.suite.ts'
import { walletLoginSuite } from './wallet-login.suite.ts'
import { winLinksSuite } from './win-links.suite.ts'
import { withdrawalsSuite } from './withdrawals.suite.ts'

type Suite = (backend: TestBackend) => void
type RunsOn = 'both' | 'both in the whole run' | 'PostgreSQL'
/** The suites of one test file, so that several workers share the work. */
export type Part = 'accounts' | 'books' | 'crash' | 'ledger' | 'withdrawals' | 'evm'

/**
 * Which suite runs on which database, and why.
 *
 * PostgreSQL is the database of live mode and runs everything: several sessions at once, its locks, the loss of
 * connections. PGlite is one session and the database of a start without settings. Every journey uses it, fuzz.test.ts
 * calls each endpoint on it, and mail.test.ts sends mail from it. `npm test` runs a suite on PGlite only where the
 * database itself is the subject; `npm run test:all` also runs there the suites marked `whole run`. The other choices
 * of `npm test` are in `tests/core.ts`.
 */
const SUITES: readonly (readonly [suite: Suite, part: Part, runsOn: RunsOn, why: string])[] = [
  [databaseSuite, 'ledger', 'both', 'migrations, constraints and seed are what a database does'],
  [ledgerSuite, 'ledger', 'both', 'money: rounding, overdrafts, keys, triggers'],
  [ledgerSchemaSuite, 'ledger', 'both', 'what its tables must be like to be spread'],
  [booksSuite, 'ledger', 'both in the whole run', 'money: each check of the books is a query of weight'],
  [ledgerCheckSuite, 'ledger', 'both in the whole run', 'money: what is found of a forgery, and when'],
  [freeBetsSuite, 'ledger', 'both in the whole run', 'money: the house pays the stake once'],
  [giftWheelSuite, 'ledger', 'both in the whole run', 'money: a day has one turn'],
  [bonusesSuite, 'ledger', 'both in the whole run', 'money'],
  [rewardsSuite, 'ledger', 'both in the whole run', 'money: paid once, whoever claims at once'],
  [raceSuite, 'ledger', 'both in the whole run', 'money: each prize is paid once'],
  [giftsSuite, 'ledger', 'both in the whole run', 'money: a code pays once, whoever uses it at once'],
  [depositsSuite, 'ledger', 'both in the whole run', 'money: credited once, wherever the process dies'],
  [balancesSuite, 'ledger', 'both in the whole run', 'money: sums of the ledger'],
  [transparencySuite, 'ledger', 'both in the whole run', 'sums over the whole ledger'],
  [responsiblePlaySuite, 'ledger', 'both in the whole run', 'limits of money'],
  [playSuite, 'ledger', 'both', 'money: bets, rounds and their receipts'],
  [autoPlaySuite, 'ledger', 'both in the whole run', 'money: no stop is passed, whoever bets at once'],
  [providersSuite, 'ledger', 'both in the whole run', 'money: no call of a provider moves it twice'],
  [providerProofSuite, 'ledger', 'PostgreSQL', 'two processes; on PGlite there is one'],
  [
    providerFuzzSuite,
    'ledger',
    'both in the whole run',
    'money: no call of a provider moves it when it is refused',
  ],
  [
    providerCatalogueSuite,
    'ledger',
    'both in the whole run',
    'names are ordered and searched by the database',
  ],
  [luckSuite, 'ledger', 'both in the whole run', 'sums of bets'],
  [crashSuite, 'crash', 'PostgreSQL', 'rounds take their time; journeys play them on PGlite'],
  [
    booksOfPlaySuite,
    'books',
    'PostgreSQL',
    'rounds of Crash take their time; its comparisons are those of the books',
  ],
  [
    sealsSuite,
    'ledger',
    'both in the whole run',
    'money: what is owed, sealed once, wherever the process dies',
  ],
  [publicPlaySuite, 'ledger', 'both in the whole run', 'sums that are written with the bets'],
  [operatorsSuite, 'withdrawals', 'both in the whole run', 'who may do what, and the log of it'],
  [operatorVotesSuite, 'withdrawals', 'both in the whole run', 'money: let go by those who may'],
  [jobsSuite, 'ledger', 'PostgreSQL', 'what several processes do; on PGlite there is one'],
  [
    apiSuite,
    'ledger',
    'both in the whole run',
    'what each public call reads from the seed, and a database that is gone',
  ],
  [
    withdrawalsSuite,
    'withdrawals',
    'both in the whole run',
    'money: signed once, wherever the signer dies; leases',
  ],
  [
    operatorViewsSuite,
    'withdrawals',
    'both in the whole run',
    'searches by indexes, and sums of money that operators decide by',
  ],
  [messagesSuite, 'withdrawals', 'both in the whole run', 'triggers, and what several devices see'],
  [pushSuite, 'withdrawals', 'both in the whole run', 'a queue of several processes'],
  [evmDepositsSuite, 'evm', 'both in the whole run', 'money: credited once, wherever the process dies'],
  [
    evmWithdrawalsSuite,
    'evm',
    'both in the whole run',
    'money: paid once, wherever the signer dies; nonces and leases',
  ],
  [referralSuite, 'ledger', 'both in the whole run', 'money: paid once, and to whom'],
  [authSuite, 'accounts', 'PostgreSQL', 'calls over single rows; the races of tries need several sessions'],
  [securitySuite, 'accounts', 'PostgreSQL', 'calls over single rows'],
  [profileSuite, 'accounts', 'PostgreSQL', 'calls over single rows'],
  [
    proofSuite,
    'accounts',
    'PostgreSQL',
    'calls over single rows; what is proven is spent once, under a lock',
  ],
  [walletLoginSuite, 'accounts', 'PostgreSQL', 'calls over single rows, and a node'],
  [walletLinkSuite, 'accounts', 'PostgreSQL', 'calls over single rows'],
  [winLinksSuite, 'accounts', 'PostgreSQL', 'calls over single rows'],
  [numbersSuite, 'accounts', 'PostgreSQL', 'what a scrape reads is one statement'],
  [nftPictureSuite, 'accounts', 'PostgreSQL', 'calls over single rows, and a job'],
  [practiceSuite, 'accounts', 'PostgreSQL', 'calls over single rows'],
  [depositApiSuite, 'accounts', 'PostgreSQL', 'how deposits, which run on both, are shown and told of'],
  [liveSuite, 'accounts', 'PostgreSQL', 'streams over what other suites prove'],
  [ratesSuite, 'accounts', 'PostgreSQL', 'two price services, and one row a coin'],
]

export function runSuites(backend: TestBackend, wanted: Part): void {
  for (const [suite, part, runsOn] of SUITES) {
    const isOnPGlite = runsOn === 'both' || (runsOn === 'both in the whole run' && !IS_CORE)
    if (part === wanted && (backend.name === 'PostgreSQL' || isOnPGlite)) suite(backend)
  }
}
