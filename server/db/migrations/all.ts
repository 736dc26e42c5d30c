import { catalogue } from './001-catalogue.ts'
import { accounts } from './002-accounts.ts'
import { wallets } from './003-wallets.ts'
import { ledger } from './004-ledger.ts'
import { deposits } from './005-deposits.ts'
import { withdrawals } from './006-withdrawals.ts'
import { bonuses } from './007-bonuses.ts'
import { evmDeposits } from './008-evm-deposits.ts'
import { evmWithdrawals } from './009-evm-withdrawals.ts'
import { moneyGuards } from './010-money-guards.ts'
import { historyLines } from './011-history-lines.ts'
import { proofs } from './012-proofs.ts'
import { walletRecovery } from './013-wallet-recovery.ts'
import { books } from './015-books.ts'
import { walletProofs } from './016-wallet-proofs.ts'
import { askers } from './017-askers.ts'
import { playerWays } from './018-player-ways.ts'
import { paymentsLookedFor } from './020-payments-looked-for.ts'
import { practiceTools } from './022-practice-tools.ts'
import { paidAfterAll } from './023-paid-after-all.ts'
import { boundWallets } from './024-bound-wallets.ts'
import { languages } from './025-languages.ts'
import { jobs } from './026-jobs.ts'
import { ledgerBuckets } from './027-ledger-buckets.ts'
import { ledgerCheck } from './028-ledger-check.ts'
import { play } from './029-play.ts'
import { betSquares } from './030-bet-squares.ts'
import { crash } from './031-crash.ts'
import { publicPlay } from './032-public-play.ts'
import { seals } from './033-seals.ts'
import { keptPlans } from './034-kept-plans.ts'
import { crashRounds } from './035-crash-rounds.ts'
import { exactSums } from './036-exact-sums.ts'
import { priceHours } from './037-price-hours.ts'
import { depositWallets } from './038-deposit-wallets.ts'
import { houseBalances } from './039-house-balances.ts'
import { addressBalances } from './040-address-balances.ts'
import type { Migration } from './migration.ts'

/** Every migration in order. A released one is never changed; the next one is appended. */
export const MIGRATIONS: readonly Migration[] = [
  catalogue,
  accounts,
  wallets,
  ledger,
  deposits,
  withdrawals,
  bonuses,
  evmDeposits,
  evmWithdrawals,
  moneyGuards,
  historyLines,
  proofs,
  walletRecovery,
  books,
  walletProofs,
  askers,
  playerWays,
  paymentsLookedFor,
  practiceTools,
  paidAfterAll,
  boundWallets,
  languages,
  jobs,
  ledgerBuckets,
  ledgerCheck,
  play,
  betSquares,
  crash,
  publicPlay,
  seals,
  keptPlans,
  crashRounds,
  exactSums,
  priceHours,
  depositWallets,
  houseBalances,
  addressBalances,
]
