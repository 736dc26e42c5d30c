import { randomUUID } from 'node:crypto'
import type { Cashier, RefusalCode, Taken } from './cashier.ts'
import type { Session } from './sessions.ts'
import type { Transaction } from './transactions.ts'
import type { Wallet } from './wallet.ts'

/** The money that a session plays with. */
export interface Bank {
  balance(): Promise<{ readonly balance: number | null; readonly code: RefusalCode | null }>
  take(round: string, amount: number): Promise<Taken>
  pay(bets: readonly Transaction[], amount: number): Promise<number | null>
}

/** 1,000.00 in 10⁻⁵. */
const PLAY_MONEY = 100_000_000

export function createBanks(cashier: Cashier, wallet: Wallet): (session: Session) => Bank {
  const play = new Map<string, Bank>()
  return (session) => {
    const { purse, game, id } = session
    if (purse) {
      return {
        async balance() {
          const answer = await wallet.balance(purse)
          if (answer?.status === 'RS_OK') return { balance: answer.balance, code: null }
          const isExpired = answer !== null && /TOKEN/.test(answer.status)
          return { balance: null, code: isExpired ? 'expired' : 'unavailable' }
        },
        take: (round, amount) => cashier.takeBet({ ...purse, game, round, amount }),
        pay: cashier.pay,
      }
    }
    const bank = play.get(id) ?? createPlayBank(game)
    play.set(id, bank)
    return bank
  }
}

function createPlayBank(game: string): Bank {
  let balance = PLAY_MONEY
  return {
    balance: () => Promise.resolve({ balance, code: null }),
    take(round, amount) {
      if (amount > balance) return Promise.resolve({ bet: null, balance, code: 'no_money' })
      balance -= amount
      const bet: Transaction = {
        id: randomUUID(),
        type: 'bet',
        reference: null,
        user: '',
        token: '',
        game,
        round,
        closes: false,
        currency: 'XXX',
        amount,
        at: new Date().toISOString(),
      }
      return Promise.resolve({ bet, balance })
    },
    pay(_bets, amount) {
      balance += amount
      return Promise.resolve(balance)
    },
  }
}
