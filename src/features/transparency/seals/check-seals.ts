import { getConfig } from '#contract/config.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { listCrashRounds } from '#contract/crash.ts'
import { getSeal, getSealedBalance, listSeals, type SealAnswer } from '#contract/seal.ts'
import { FairnessError } from '#fair/fairness-error.ts'
import { NO_RECEIPT_BEFORE } from '#fair/receipt.ts'
import { checkSealedRounds, parseSealedRound } from '#fair/seal-crash.ts'
import { followSeals, SealError, verifySeal, type Seal } from '#fair/seal.ts'
import { checkSealedBalance } from '#fair/seal-proofs.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { verifySignature } from '#lib/verify-signature.ts'
import { api } from '#session/api.ts'

/** What a check on this device has found, with what proves it to others. */
export type Checked<Right> =
  | ({ readonly status: 'right' } & Right)
  /** `detail` is a plain English sentence for whoever looks into it; `proof` is for `npm run verify`. */
  | { readonly status: 'failed'; readonly detail: string; readonly proof: Blob }

/** Checks every seal there is: signature, what it says, and that it follows the day before. Fails as the API does. */
export async function checkAllSeals(): Promise<Checked<{ readonly first: string; readonly last: string }>> {
  const seals: SealAnswer[] = []
  for (let after: string | undefined; ;) {
    const page = await api.call(listSeals, { query: after === undefined ? {} : { after } })
    seals.push(...page.seals)
    if (page.next === null) break
    after = page.next
  }
  const { receiptKeys } = await api.call(getConfig)
  return judged([{ receiptKeys }, ...seals], async () => {
    const read: Seal[] = []
    for (const each of seals) read.push(await verifySeal(each, receiptKeys, verifySignature))
    const missing = followSeals(read)
    if (missing.length > 0) throw new SealError(`there is no seal of ${missing.join(', ')}`)
    const [last, first] = [read[0], read.at(-1)]
    if (!last || !first) throw new SealError('there is no seal')
    if (first.prev !== NO_RECEIPT_BEFORE) throw new SealError(`seals before ${first.day} are missing`)
    return { first: first.day, last: last.day }
  })
}

/** Checks that the player's balances are counted in the seal of a day. Fails as the API does. */
export async function checkOwnBalance(
  day: string,
): Promise<Checked<{ readonly balances: readonly { readonly coin: string; readonly amount: string }[] }>> {
  const answer = await api.call(getSealedBalance, { params: { day } })
  const { receiptKeys } = await api.call(getConfig)
  return judged([{ receiptKeys }, answer], async () => {
    const seal = await verifySeal(answer.seal, receiptKeys, verifySignature)
    return {
      balances: answer.sealedBalances.map((proof) => {
        const units = checkSealedBalance(seal, proof)
        const scale = seal.coins.find(({ coin }) => coin === proof.coin)?.decimals ?? 0
        return { coin: proof.coin, amount: formatDecimal({ units, scale }) }
      }),
    }
  })
}

/** Checks that the rounds of Crash of a day are those that its seal holds. Fails as the API does. */
export async function checkRoundsOf(day: string): Promise<Checked<{ readonly rounds: number }>> {
  const { receiptKeys } = await api.call(getConfig)
  const signed = await api.call(getSeal, { params: { day } })
  const pages: DataOf<typeof listCrashRounds>[] = []
  for (let after: string | undefined; ;) {
    const page = await api.call(listCrashRounds, { query: { day, ...(after !== undefined && { after }) } })
    pages.push(page)
    if (page.next === null) break
    after = page.next
  }
  return judged([{ receiptKeys }, signed, ...pages], async () => {
    const seal = await verifySeal(signed, receiptKeys, verifySignature)
    const rounds = pages.flatMap((page) => page.rounds.map(parseSealedRound))
    checkSealedRounds(seal, rounds)
    return { rounds: rounds.length }
  })
}

async function judged<Right extends object>(
  lines: readonly object[],
  work: () => Promise<Right>,
): Promise<Checked<Right>> {
  try {
    return { status: 'right', ...(await work()) }
  } catch (error) {
    if (!(error instanceof FairnessError)) throw error
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    return {
      status: 'failed',
      detail: error.message,
      proof: new Blob([text], { type: 'application/x-ndjson' }),
    }
  }
}
