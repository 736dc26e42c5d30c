import {
  cancelCrashBet,
  cashOutCrashBet,
  getCrashBetByKey,
  placeCrashBet,
  type CrashAnswer,
  type CrashBet,
} from '#contract/crash.ts'
import type { CrashSeat } from '#features/play/crash-table.ts'
import { PlayError, type PlayErrorCode } from '#features/play/play-error.ts'
import type { ServerAccount } from './account-state.ts'
import { refreshTable, showOwnBet, type FollowedTable } from './crash-follow.ts'
import { isAnswerLost } from './lost-answers.ts'
import { sendToSharedRound, stakeOf } from './server-bets.ts'
import { toPlayError } from './server-error.ts'

/** A cash-out without an answer by then is asked for by its key. */
const ASK_AFTER_MS = 1_000
/** A cash-out that does not come through is sent again after so long, and for so long. */
const SEND_AGAIN_MS = 300
const SEND_FOR_MS = 20_000

/** @param onPress called with the key of a cash-out when the player asks for it */
export function createSeat(
  table: FollowedTable,
  { account, coin }: { readonly account: ServerAccount; readonly coin: string },
  onPress: (key: string) => void,
): CrashSeat {
  const { call } = table
  const find = (key: string) => call(getCrashBetByKey, { params: { key } })
  return {
    place({ key, stake, target, autoPlay }) {
      const body = {
        idempotencyKey: key,
        coin,
        stake: stakeOf(account, coin, stake),
        ...(target !== undefined && { autoAt: target / 100 }),
        ...(autoPlay && { autoPlay }),
      }
      const send = () => call(placeCrashBet, { body })
      return shown(
        table,
        'bet',
        sendToSharedRound(account, 'bet', send, () => find(key)),
      )
    },
    cancel(betId) {
      const send = () => call(cancelCrashBet, { params: { id: betId } })
      return shown(table, 'cancel', sendToSharedRound(account, 'cancel', send, send))
    },
    cashOut(betId, share, key) {
      onPress(key)
      const body = { idempotencyKey: key, share }
      // The same key again is the same cash-out: it is stamped when it first arrives.
      const send = () => call(cashOutCrashBet, { params: { id: betId }, body })
      const sendNow = () => soonest(sendAgain(send), () => find(key))
      return shown(table, 'cash-out', sendToSharedRound(account, 'cash-out', sendNow, send))
    },
  }
}

/** Codes that mean something else than for a bet. */
const CODES: Readonly<Record<'bet' | 'cancel' | 'cash-out', Partial<Record<PlayErrorCode, PlayErrorCode>>>> =
  {
    bet: {},
    cancel: { betting_closed: 'bet_is_in', too_soon: 'not_answered' },
    'cash-out': {
      round_settled: 'too_late',
      too_soon: 'not_answered',
      bet_lost: 'cash_out_lost',
      offline: 'cash_out_lost',
    },
  }

async function shown(
  table: FollowedTable,
  kind: 'bet' | 'cancel' | 'cash-out',
  sent: Promise<CrashAnswer>,
): Promise<CrashBet> {
  try {
    return showOwnBet(table, (await sent).bet)
  } catch (error) {
    void refreshTable(table)
    const { code, message } = toPlayError(error, kind === 'bet' ? 'bet' : 'step')
    throw new PlayError(CODES[kind][code] ?? code, message, error)
  }
}

/** The first answer of the two; `ask` begins late, and its failures are ignored. */
async function soonest<T>(sent: Promise<T>, ask: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const asked = new Promise<T>((resolve) => {
    timer = setTimeout(() => void ask().then(resolve, () => undefined), ASK_AFTER_MS)
  })
  try {
    return await Promise.race([sent, asked])
  } finally {
    clearTimeout(timer)
  }
}

async function sendAgain<T>(send: () => Promise<T>): Promise<T> {
  const until = performance.now() + SEND_FOR_MS
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!isAnswerLost(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, SEND_AGAIN_MS))
    }
  }
}
