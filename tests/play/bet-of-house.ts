import { readBet } from '#features/play/server-engine/wire-bets.ts'
import { CLIENT_SEED, SERVER_SEED, type createReceiptHouse } from '../fair/receipt-house.ts'

type HouseBet = ReturnType<ReturnType<typeof createReceiptHouse>['bet']>

/** The bet as the app has it when the house signs it. */
export function betOf({ id, serverSeedHash, receipts: [{ receipt }] }: HouseBet, isRevealed: boolean) {
  const { outcome, multiplier, payout, nonce } = JSON.parse(receipt) as {
    readonly [field in 'multiplier' | 'payout']: string
  } & { readonly [field in 'outcome' | 'nonce']: number }
  const serverSeed = isRevealed ? SERVER_SEED : null
  return readBet(
    {
      id,
      game: 'dice',
      coin: 'usdt-tron',
      at: '2026-11-25T00:00:00.000Z',
      stake: '1.5',
      payout,
      outcome,
      params: { side: 'over', target: 5_050 },
      multiplier: Number(multiplier),
      seeds: { serverSeedHash, nonce, clientSeed: CLIENT_SEED, serverSeed },
    },
    () => 6,
  )
}
