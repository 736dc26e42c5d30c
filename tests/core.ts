import type { FairGame } from '#rules/fair-games.ts'

/**
 * Choice of tests for `npm test`, which proves each thing once, at the level at which a fault would hurt. The rest runs
 * in `npm run test:all`. The suites of the server are chosen in `server/suites/run-suites.ts`.
 */

/** True in `npm test`, unless it was given file names: those files run whole. */
export const IS_CORE = process.env['KOI_TEST_CORE'] === '1'

export const repeats = (core: number, whole: number): number => (IS_CORE ? core : whole)

/** Unit and server tests that only the whole run needs, by the end of their path. The text says why. */
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
  'server/replaced-processes.test.ts': 'minutes of load; leaving.test.ts stops a server under calls',
  'ops/image.test.ts': 'builds the product once more, as the image does',
  'server/lost-database.test.ts':
    'six databases that are lost; backup.test.ts restores one, and this changes with the schema of PostgreSQL’s files only',
  'server/standby.test.ts': 'takes a second PostgreSQL; changes with the schema only',
  'server/pglite-evm.test.ts': 'PostgreSQL runs the same suites',
  'server/pglite-withdrawals.test.ts': 'PostgreSQL runs the same suites',
}

/**
 * Core journeys: each thing a player can do, once, by the way most players do it. Chosen by what would hurt a player or
 * an operator most if it broke. Each file lists parts of titles; `playwright.config.ts` throws for a missing one.
 */
export const CORE_JOURNEYS: Readonly<Record<string, readonly string[]>> &
  Readonly<Record<`play-${FairGame}`, readonly string[]>> = {
  // Otherwise nobody could log in, or the wrong person could.
  account: [
    'a visitor registers with a code from the mail',
    'a wrong password shows a message',
    'a log-out clears the device and ends the session',
  ],
  'account-hazards': ['a player whose session ends while they fill a form'],
  newcomer: ['a newcomer registers by e-mail', 'a newcomer logs in with the practice wallet'],
  'password-reset': ['a player replaces a forgotten password'],
  security: [
    'the log-in asks for the second step',
    'a passkey logs in without a name',
    'the profile checks name and contact data',
    'a closed account is gone',
  ],
  // Otherwise money would not come in or go out.
  deposit: [
    'a visitor logs in, returns to the deposit address',
    'a player on a break gets no deposit address',
  ],
  messages: ['a player is told of what happens'],
  push: ['a player turns notifications on'],
  referral: ['a friend opens the link, registers and plays'],
  'wallet-deposit': ['a token is paid from the connected wallet'],
  'provider-games': ['a player finds a game of another provider'],
  'operator-screens': ['an operator finds a player with the keyboard alone'],
  withdraw: ['practice money goes out', 'a lost answer makes no second withdrawal'],
  'withdraw-evm': ['practice money goes out on an EVM chain'],
  'passkey-proof': ['a passkey confirms a withdrawal'],
  'money-history': ['a player scrolls through their money history'],
  bonus: ['a player chooses a bonus before the deposit'],
  rewards: ['a player claims rakeback'],
  balances: [
    'is the player’s own, in the coin that was chosen',
    'shows at once what happens on another device',
  ],
  // Otherwise a wallet would be useless.
  'wallet-injected': ['a wallet found by ${kind} connects', 'each error of a wallet has its own message'],
  'wallet-login': ['a new wallet opens an account', 'a player links a second wallet'],
  'wallet-relay': ['a phone that scans the code connects'],
  'wallet-session': ['a reload reconnects the wallet'],
  // Otherwise a bet could be wrong, lost, or impossible to check.
  'play-dice': [
    'Dice shows, pays and proves one and the same result',
    'auto-play stops at its count',
    'Dice works offline',
    'a player plays Dice with the keyboard alone',
  ],
  'play-limbo': ['Limbo shows, pays and proves'],
  'play-mines': ['a round of Mines pays what its button says'],
  'play-plinko': ['Plinko shows, pays and proves'],
  'play-hilo': ['a round of Hilo pays what its button says'],
  'play-keno': ['Keno shows, pays and proves'],
  'play-wheel': ['Wheel shows, pays and proves'],
  'play-pond-reels': ['Pond Reels shows, sums and proves'],
  'gift-wheel': ['a player turns the daily wheel once'],
  'play-crash': ['a cash-out pays the multiplier of the moment'],
  'play-crash-server': ['a player bets a balance in a shared round'],
  'play-balance': [
    'a bet with a balance moves it, and every bet can be checked',
    'a round with a balance continues after a reload',
  ],
  'play-tabs': ['two tabs play on one balance'],
  'play-uk': ['a link to auto-play opens nothing'],
  history: ['checks a bet of each game on the device'],
  seals: ['a player checks the seals, a bet and the balance', 'verify.html verifies a whole export'],
  // Otherwise a player who wants to stop could not.
  'responsible-play': [
    'a lower limit applies at once',
    'a time-out replaces every game',
    'a self-exclusion needs two confirmations',
  ],
  // Otherwise the app would not open, or would show data that is old or of another player.
  routes: ['third opens by deep link', 'the lobby loads no code of other pages'],
  offline: ['opens cold and offline', 'walks through every page offline'],
  update: ['a newer release is offered', 'a build that withdraws the worker'],
  'pwa-install': [
    'Chromium reports nothing that prevents the installation',
    'the installation is offered when the browser allows it',
  ],
  'chunk-recovery': ['missing code makes the page reload once'],
  storage: ['the app works and Settings says so'],
  'keep-alive': ['a kept list returns to the same row'],
  'api-errors': [
    '403 with a message',
    '500 is retried three times',
    'the page says that it is offline when the connection breaks',
  ],
  // Every player needs these.
  accessibility: [
    'everything fits, and the keyboard reaches all of it',
    'nothing moves when the system asks for less motion',
  ],
  lobby: ['a first visit'],
  shell: [
    'lists its entries in order',
    'the page says after six and a half seconds that the app does not load',
    'the menu stays in view',
  ],
  languages: ['a change of language keeps the page'],
  'practice-tag': ['a page served in live mode'],
}
