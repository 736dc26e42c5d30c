// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import { PlayContext } from '#features/play/play-context.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { PlayReceipts, ReceiptReport, ReceiptVerdict } from '#features/play/play-receipts.ts'
import { PLAYABLE_GAMES } from '#features/play/provider/playable-games.ts'
import { ReceiptMark } from '#features/play/receipts/ReceiptMark.tsx'
import { ReceiptOfBet } from '#features/play/receipts/ReceiptOfBet.tsx'
import { BetChip } from '#features/play/screen/BetChip.tsx'
import { readBet } from '#features/play/server-engine/wire-bets.ts'
import { createStore } from '#lib/store.ts'
import { clearToasts, toasts } from '#ui/toast.ts'

const engine = createLocalEngine({ name: 'receipt-views' })
const BET: SettledBet = readBet(
  {
    id: '12',
    game: 'dice',
    coin: 'usdt-tron',
    at: '2026-11-25T00:00:00.000Z',
    outcome: 59.67,
    params: { side: 'over', target: 5_050 },
    stake: '1',
    multiplier: 2,
    payout: '2',
    seeds: { serverSeedHash: 'ab'.repeat(32), serverSeed: null, clientSeed: 'koi', nonce: 4 },
  },
  () => 6,
)
const FAILED: ReceiptVerdict = { status: 'failed', fault: 'signature', detail: 'not signed' }
const SIGNED = { receipt: '{"bet":"12"}', kid: 'k1', signature: 's' }
const KEYS = [{ kid: 'k1', publicKey: 'p', from: '2026-11-01T00:00:00.000Z', until: null }]

const verdicts = createStore<ReadonlyMap<string, ReceiptVerdict>>(new Map())
const say = (verdict: ReceiptVerdict) => act(() => verdicts.set(new Map([[BET.id, verdict]])))
function receiptsOf(report: Partial<ReceiptReport> | Error): PlayReceipts {
  const whole = { isFollowed: true, bet: BET, receipts: [SIGNED], neighbours: [], keys: KEYS }
  return {
    verdicts,
    keep: () => undefined,
    check: vi.fn(),
    kept: () => Promise.resolve([]),
    keysFor: () => Promise.resolve(KEYS),
    look: () =>
      report instanceof Error
        ? Promise.reject(report)
        : Promise.resolve({ ...whole, verdict: { status: 'sealed' }, ...report }),
  }
}
const show = (receipts: PlayReceipts, children: ReactNode) =>
  render(
    <I18nProvider i18n={i18n}>
      <PlayContext value={{ engine, games: PLAYABLE_GAMES, receipts, ReceiptMark }}>{children}</PlayContext>
    </I18nProvider>,
  )

const showReceipt = (receipts: PlayReceipts) => show(receipts, <ReceiptOfBet bet={BET} receipts={receipts} />)

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  verdicts.set(new Map())
  clearToasts()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the chip of a bet', () => {
  it('requests its receipt and shows the verdict in words', async () => {
    const receipts = receiptsOf({})
    show(receipts, <BetChip bet={BET} text="59.67" onOpen={() => undefined} />)
    const chip = screen.getByRole('link')
    expect(receipts.check).toHaveBeenCalledWith(BET)
    expect(chip.textContent).toBe('59.67')
    say({ status: 'missing' })
    expect(chip.textContent).toBe('59.67')
    say({ status: 'sealed' })
    await screen.findByRole('link', { name: '59.67 , receipt in order, seed still sealed' })
    say({ status: 'verified' })
    await screen.findByRole('link', { name: '59.67 , verified' })
    expect(toasts.get()).toEqual([])
  })

  it('raises an alarm when the receipt is wrong', async () => {
    show(receiptsOf({}), <BetChip bet={BET} text="59.67" onOpen={() => undefined} />)
    say(FAILED)
    await screen.findByRole('link', { name: '59.67 , receipt wrong' })
    expect(toasts.get()).toMatchObject([{ tone: 'danger', message: expect.stringContaining('wrong') }])
  })

  it('has no mark when there are no receipts', () => {
    render(
      <PlayContext value={{ engine, games: PLAYABLE_GAMES }}>
        <I18nProvider i18n={i18n}>
          <BetChip bet={BET} text="59.67" onOpen={() => undefined} />
        </I18nProvider>
      </PlayContext>,
    )
    expect(screen.getByRole('link').innerHTML).toBe('59.67')
  })
})

describe('the receipt of a bet', () => {
  it('explains the fault and saves the proof', async () => {
    const files: Blob[] = []
    const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return 'blob:koi'
    })
    showReceipt(receiptsOf({ verdict: FAILED, isFollowed: false }))
    expect(await screen.findByText('The signature is wrong')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('changed after it was signed')
    expect(screen.queryByText(/not whole on this device/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Save the proof' }))
    expect(url).toHaveBeenCalledOnce()
    const lines = (await files[0]?.text())?.trim().split('\n') ?? []
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { receiptKeys: KEYS },
      { id: '12', game: 'dice', receipts: [SIGNED] },
    ])
  })

  it('calls a gap a gap, not a fault', async () => {
    showReceipt(receiptsOf({ isFollowed: false }))
    expect(await screen.findByText(/not whole on this device/)).toBeTruthy()
    expect(screen.getByText('In order, seed still sealed')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save receipt' })).toBeTruthy()
  })

  it('can be checked again when the check failed', async () => {
    const receipts = receiptsOf(new Error('offline'))
    const look = vi.spyOn(receipts, 'look')
    showReceipt(receipts)
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Try again' })
    expect(look).toHaveBeenCalledTimes(2)
  })
})
