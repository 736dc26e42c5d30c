import type { FairGame } from '#rules/fair-games.ts'

/**
 * What `npm test` leaves to `npm run test:all`, and why it may: `npm test` proves each thing once, at the level at
 * which it would hurt. Suites of the server are in `server/suites/run-suites.ts`.
 */

/** True in `npm test`. A file that is run by its name runs whole. */
export const IS_CORE = process.env['KOI_TEST_CORE'] === '1'

/** Number of repeats of a test that tries many times. */
export const repeats = (core: number, whole: number): number => (IS_CORE ? core : whole)

/** Unit and server tests of the whole run only, by the end of their path. */
export const WHOLE_ONLY: Readonly<Record<string, string>> = {
  'fair/simulation.test.ts': 'enumerated returns are exact (fair/returns.test.ts)',
  'fair/simulation-crash.test.ts': 'the same in closed form (fair/returns.test.ts)',
  'server/engine-returns.test.ts': 'known answers and the books tie the engine to the rules',
  'server/engine-secrecy.test.ts': 'guards against changes to seeds, which known answers find first',
  'server/crash-fairness.test.ts':
    'guards against changes to chain and beacon, which crash-chain.test.ts finds first',
  'server/signer-process.test.ts':
    'the withdrawal suites kill the signer at each step; process.test.ts starts a process',
  'server/two-processes.test.ts': 'the suites open a second process on the database where money is at stake',
  'server/standby.test.ts': 'takes a second PostgreSQL; changes with the schema only',
  'server/pglite-evm.test.ts': 'PostgreSQL runs the same suites',
  'server/pglite-withdrawals.test.ts': 'PostgreSQL runs the same suites',
}

/**
 * Core journeys: each thing a player can do, once, by the way most players do it. Chosen by what would hurt a player or
 * an operator most if it broke. Each file lists parts of titles; `playwright.config.ts` refuses those that are not there.
 */
export const CORE_JOURNEYS: Readonly<Record<string, readonly string[]>> &
  Readonly<Record<`play-${FairGame}`, readonly string[]>> = {
  // Nobody gets in, or somebody else does.
  account: [
    'a visitor registers with a code from the mail, and is in',
    'a wrong password is said in words',
    'logging out clears the device and ends the session',
  ],
  'account-hazards': ['a session that ends under a form loses nothing'],
  newcomer: ['a newcomer registers by e-mail', 'a newcomer logs in with the practice wallet'],
  'password-reset': ['a forgotten password is set anew'],
  security: [
    'a second step asks at the log-in',
    'a passkey logs in without a name',
    'profile: name, news and contact data',
    'a closed account is gone',
  ],
  // Money does not come in, or does not go out.
  deposit: ['a visitor logs in, is back at the address', 'during a break there is no address'],
  'wallet-deposit': ['a token is paid from the connected wallet'],
  withdraw: ['practice money goes out', 'a lost answer makes no second withdrawal'],
  'withdraw-evm': ['practice money goes out on an EVM chain'],
  'passkey-proof': ['a passkey confirms a withdrawal'],
  'money-history': ['the money of a player comes as the page is scrolled'],
  bonus: ['a bonus is chosen before the deposit'],
  balances: [
    'is the player’s own, in the coin that was chosen',
    'shows at once what happens on another device',
  ],
  // A wallet cannot be used.
  'wallet-injected': ['a wallet found by ${kind} connects', 'each error of a wallet is answered'],
  'wallet-login': ['a new wallet opens an account', 'a player links a second wallet'],
  'wallet-relay': ['a phone that scans the code is connected'],
  'wallet-session': ['a reload finds the wallet again'],
  // A bet is wrong, lost, or cannot be checked.
  'play-dice': [
    'Dice shows, pays and proves one and the same result',
    'auto-play ends by its count',
    'Dice is played offline',
    'Dice is played with the keyboard alone',
  ],
  'play-limbo': ['Limbo shows, pays and proves'],
  'play-mines': ['a round of Mines pays what its button says'],
  'play-plinko': ['Plinko shows, pays and proves'],
  'play-hilo': ['a round of Hilo pays what its button says'],
  'play-keno': ['Keno shows, pays and proves'],
  'play-wheel': ['Wheel shows, pays and proves'],
  'play-pond-reels': ['Pond Reels shows, sums and proves'],
  'play-crash': ['a bet is cashed out at the multiplier of the moment'],
  'play-crash-server': ['a balance is bet in a round of all players'],
  'play-balance': [
    'a balance is bet, moves, and every bet can be checked',
    'a round with a balance goes on after a reload',
  ],
  'play-tabs': ['two tabs play on one balance'],
  'play-uk': ['auto-play by its address is not there'],
  history: ['a bet of each game is checked on the device'],
  seals: ['a player checks the seals, a bet and the balance', 'verify.html verifies a whole export'],
  // A player who wants to stop cannot.
  'responsible-play': [
    'a cut holds at once',
    'a time-out stands in the place of every game',
    'a self-exclusion is confirmed twice',
  ],
  // The app does not open, or shows what is old or somebody else's.
  routes: ['third of them open by deep link', 'the lobby loads the code of no other page'],
  offline: ['opens cold and offline', 'walks through every page offline'],
  update: ['offers a newer release', 'a build that withdraws the worker'],
  'pwa-install': [
    'Chromium finds nothing that keeps the app',
    'offers the installation when the browser does',
  ],
  'chunk-recovery': ['code that is gone makes the page load anew once'],
  storage: ['the app works and Settings says so'],
  'keep-alive': ['the kept list comes back to the row'],
  'api-errors': ['403 with a message', '500: three more tries', 'a connection that breaks'],
  // What every player meets.
  accessibility: [
    'axe finds nothing, all of it fits, and the keyboard is enough',
    'where less motion is asked for',
  ],
  lobby: ['a first visit'],
  shell: ['lists its entries in order', 'when the application never loads', 'the menu stays in sight'],
  languages: ['switching the language keeps the place'],
  'practice-tag': ['a page that was served in live mode'],
}
