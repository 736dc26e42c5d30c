// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { HistoryFilter } from '#features/play/play-engine.ts'
import { createServerEngine } from '#features/play/server-engine/server-engine.ts'
import { until } from './local-engines.ts'
import { createPlayServer, startServerPlay, USDT, type SignedPage } from './play-server.ts'
import { createReceiptSigner } from './receipt-signer.ts'
import { verifyWithNode } from '../fair/receipt-house.ts'
import { createSealHouse } from '../fair/seal-house.ts'

const DICE = { game: 'dice', params: { side: 'over', target: 5_050 }, stake: USDT } as const

let signer: ReturnType<typeof createReceiptSigner>
let server: ReturnType<typeof createPlayServer>
let play: ReturnType<typeof startServerPlay>
beforeEach(async () => {
  sessionStorage.clear()
  signer = createReceiptSigner()
  server = createPlayServer(signer)
  play = startServerPlay(server)
  const { engine, account } = play
  await until(engine.status, ({ status }) => status === 'ready')
  server.deposit('trx-tron', USDT)
  await engine.place(dice())
  await engine.place({ ...dice(), game: 'limbo', params: { target: 200 } })
  await createServerEngine(account, 'trx-tron').place(dice())
  await engine.place({ ...dice(), game: 'mines', params: { mines: 3 } })
  await engine.place(dice())
})
afterEach(() => play.account.close())

const dice = () => ({ ...DICE, key: createIdempotencyKey() }) as const

/** Answers of `npm run verify` to the exported file, about each bet and about the receipts. */
async function verifyExport(filter: HistoryFilter = {}, format: 'json' | 'csv' = 'json') {
  const text = await (await play.engine.history.export(filter, format)).text()
  const verifier = createProofVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(verifier)
  const answers = text
    .trimEnd()
    .split('\n')
    .flatMap((line) => verifyLine(line) ?? [])
  return { answers, last: await verifier.finish() }
}
const receiptsOf = (page: SignedPage, id: string) => page.receipts[id] ?? []

describe('the exported history with a balance', () => {
  it('includes the receipts, and their chain is whole across coins and open rounds', async () => {
    const { answers, last } = await verifyExport()
    expect(answers).toHaveLength(3)
    expect(last).toEqual([{ receipts: 5, verified: 5, chain: 'whole', fromFirst: true }])
  })

  it('includes the daily seals, and proofs from all pages for its receipts and balances', async () => {
    const texts = signer.texts()
    const house = createSealHouse(signer.signText)
    const [first, second] = [
      house.seal('2026-11-24', texts.slice(0, 2), { 'p-1': [5n, 7n] }),
      house.seal('2026-11-25', texts.slice(2), { 'p-1': [1n, 2n], other: [3n] }),
    ]
    const sealed = (sealedReceipts: object) => {
      server.exports({
        seals: [first, second].map((seal) => ({
          ...seal.signed,
          sealedBalances: [seal.sealedBalance('p-1')],
        })),
        sealedReceipts: [
          { sealedReceipts: [first.sealedReceipts(0, 2)] },
          { sealedReceipts: [sealedReceipts] },
        ],
      })
    }
    sealed(second.sealedReceipts(0, 3))
    const whole = { receipts: 5, verified: 5, chain: 'whole', fromFirst: true }
    expect((await verifyExport()).last).toEqual([
      whole,
      {
        seals: 2,
        verified: 2,
        chain: 'whole',
        missingDays: 0,
        sealedReceipts: 5,
        unsealedReceipts: 0,
        sealedBalances: 2,
        sealedRounds: 0,
      },
    ])
    // Detects a changed proof.
    sealed({ ...second.sealedReceipts(0, 3), first: 1 })
    expect((await verifyExport()).last).toMatchObject([whole, { fault: 'seal' }, { sealedReceipts: 2 }])
    // A filtered export or a table has no proofs: a seal covers all receipts of a day.
    expect((await verifyExport({ game: 'dice' })).last.some((answer) => 'seals' in answer)).toBe(false)
    expect((await verifyExport({}, 'csv')).last).toEqual([{ bets: 3, unsigned: 3 }])
  })

  it('with a filter includes only the receipts of its bets', async () => {
    const { answers, last } = await verifyExport({ game: 'dice' })
    expect(answers).toHaveLength(2)
    expect(last).toEqual([{ receipts: 2, verified: 2, chain: 'gaps', fromFirst: true }])
  })

  it('includes the bets as a table', async () => {
    expect(await verifyExport({}, 'csv')).toMatchObject({
      answers: { length: 3 },
      last: [{ bets: 3, unsigned: 3 }],
    })
  })

  it.each<[string, (page: SignedPage) => SignedPage['receipts'], readonly object[]]>([
    [
      'a forged receipt',
      (page) => ({
        ...page.receipts,
        2: receiptsOf(page, '2').map((each) => ({
          ...each,
          receipt: each.receipt.replace('"stake":"1"', '"stake":"2"'),
        })),
      }),
      [{ fault: 'signature' }, { receipts: 6, verified: 5, chain: 'whole' }],
    ],
    [
      'a missing link',
      (page) => {
        server.forgeChain((receipts) => receipts.filter(({ receipt }) => !receipt.includes('"bet":"2"')))
        return { ...page.receipts, 2: [] }
      },
      [
        ...[{ fault: 'missing' }, { fault: 'chain' }],
        ...[
          { receipts: 4, verified: 4, chain: 'broken' },
          { bets: 3, unsigned: 1 },
        ],
      ],
    ],
    [
      'two that were swapped',
      (page) => ({ ...page.receipts, 1: receiptsOf(page, '2'), 2: receiptsOf(page, '1') }),
      [{ fault: 'bet' }, { fault: 'bet' }, { receipts: 5, verified: 3, chain: 'whole' }],
    ],
  ])('shows %s', async (_, forge, expected) => {
    server.forge((page) => ({ ...page, receipts: forge(page) }))
    expect((await verifyExport()).last).toMatchObject(expected)
  })
})
