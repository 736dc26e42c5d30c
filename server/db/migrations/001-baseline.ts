import { ledgerRefuseChange } from '#server/db/functions/ledger-refuse-change.ts'
import { accounts } from './baseline/accounts.ts'
import { bonuses } from './baseline/bonuses.ts'
import { catalogue } from './baseline/catalogue.ts'
import { crash } from './baseline/crash.ts'
import { deposits } from './baseline/deposits.ts'
import { evmDeposits } from './baseline/evm-deposits.ts'
import { jobs } from './baseline/jobs.ts'
import { ledger } from './baseline/ledger.ts'
import { ledgerCheck } from './baseline/ledger-check.ts'
import { play } from './baseline/play.ts'
import { publicPlay } from './baseline/public-play.ts'
import { responsiblePlay } from './baseline/responsible-play.ts'
import { seals } from './baseline/seals.ts'
import { signer } from './baseline/signer.ts'
import { wallets } from './baseline/wallets.ts'
import { withdrawals } from './baseline/withdrawals.ts'
import type { Migration } from './migration.ts'

export const baseline: Migration = {
  id: 1,
  name: 'baseline',
  up: [
    ledgerRefuseChange,
    ...catalogue,
    ...accounts,
    ...responsiblePlay,
    ...wallets,
    ...ledger,
    ...ledgerCheck,
    ...deposits,
    ...evmDeposits,
    ...withdrawals,
    ...signer,
    ...bonuses,
    ...jobs,
    ...play,
    ...crash,
    ...publicPlay,
    ...seals,
  ],
}
