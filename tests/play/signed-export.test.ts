// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLineVerifier } from '#fair/verify-lines.ts'
import { createReceiptVerifier } from '#fair/verify-receipts.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { HistoryFilter } from '#features/play/play-engine.ts'
import { createServerEngine } from '#features/play/server-engine/server-engine.ts'
import { until } from './local-engines.ts'
import { createPlayServer, startServerPlay, USDT, type SignedPage } from './play-server.ts'
import { createReceiptSigner } from './receipt-signer.ts'
import { verifyWithNode } from '../fair/receipt-house.ts'

const DICE = { game: 'dice', params: { side: 'over', target: 5_050 }, stake: USDT } as const

let server: ReturnType<typeof createPlayServer>
let play: ReturnType<typeof startServerPlay>
beforeEach(async () => {
  sessionStorage.clear()
  server = createPlayServer(createReceiptSigner())
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

/** What `npm run verify` says of the exported file: of each bet, and of the receipts. */
async function verifyExport(filter: HistoryFilter = {}, format: 'json' | 'csv' = 'json') {
  const text = await (await play.engine.history.export(filter, format)).text()
  const verifier = createReceiptVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(verifier)
  const answers = text
    .trimEnd()
    .split('\n')
    .flatMap((line) => verifyLine(line) ?? [])
  return { answers, last: await verifier.finish() }
}
const receiptsOf = (page: SignedPage, id: string) => page.receipts[id] ?? []

describe('the exported history of a balance', () => {
  it('has the receipts, and their chain is whole across coins and open rounds', async () => {
    const { answers, last } = await verifyExport()
    expect(answers).toHaveLength(3)
    expect(last).toEqual([{ receipts: 5, verified: 5, chain: 'whole', fromFirst: true }])
  })

  it('of a filter has the receipts of its bets alone', async () => {
    const { answers, last } = await verifyExport({ game: 'dice' })
    expect(answers).toHaveLength(2)
    expect(last.at(-1)).toEqual({ receipts: 2, verified: 2, chain: 'broken', fromFirst: true })
  })

  it('as a table has the bets', async () => {
    expect(await verifyExport({}, 'csv')).toMatchObject({ answers: { length: 3 }, last: [] })
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
      [{ fault: 'signature' }, { fault: 'chain' }, { receipts: 5, verified: 4, chain: 'broken' }],
    ],
    [
      'a missing link',
      (page) => ({ ...page.receipts, 2: [] }),
      [{ fault: 'chain' }, { receipts: 4, verified: 4, chain: 'broken' }],
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
