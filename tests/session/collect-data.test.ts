import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { collectData } from '#features/security/collect-data.ts'

const first = {
  account: { uid: 100_001 },
  bets: [{ id: '5' }, { id: '4' }],
  receipts: [],
  seeds: [{ ordinal: 1 }],
  autoPlays: [],
  movements: [{ amount: '-1' }],
  next: { bets: '4', movements: '1-2-3' },
}
const PAGES: Record<string, { items: unknown[]; next: string | null }> = {
  'bets 4': { items: [{ id: '3' }, { id: '2' }], next: '2' },
  'bets 2': { items: [{ id: '1' }], next: null },
  'movements 1-2-3': { items: [], next: null },
}
const pageAfter = (list: string, after: string) => {
  const page = PAGES[`${list} ${after}`]
  return page ? Promise.resolve(page) : Promise.reject(new Error(`${list} has no page after ${after}`))
}
const lost = () => new ApiError('network', 'The server could not be reached')

describe('the file with all data of a player', () => {
  it('contains every page of every list once, in order, without cursors', async () => {
    const counts: number[] = []
    const file = await collectData({
      first,
      readMore: pageAfter,
      wait: () => Promise.resolve(),
      onCount: (count) => counts.push(count),
    })
    expect(JSON.parse(await file.text())).toEqual({
      account: { uid: 100_001 },
      bets: ['5', '4', '3', '2', '1'].map((id) => ({ id })),
      receipts: [],
      seeds: [{ ordinal: 1 }],
      autoPlays: [],
      movements: [{ amount: '-1' }],
      seals: [],
      sealedReceipts: [],
      providerCalls: [],
    })
    expect(counts.at(-1)).toBe(7)
  })

  it('retries a page that is lost, and gives up at once on a refusal', async () => {
    const wait = vi.fn(() => Promise.resolve())
    const options = { first, wait, onCount: () => undefined }
    const readMore = vi.fn(pageAfter)
    readMore.mockRejectedValueOnce(lost()).mockRejectedValueOnce(lost())
    expect(JSON.parse(await (await collectData({ ...options, readMore })).text())).toMatchObject({
      bets: [{ id: '5' }, { id: '4' }, { id: '3' }, { id: '2' }, { id: '1' }],
    })
    expect(wait.mock.calls).toEqual([[1_000], [2_000]])

    const refused = vi.fn(() =>
      Promise.reject(new ApiError('http', 'Log in first', { status: 401, code: 'unauthorized' })),
    )
    await expect(collectData({ ...options, readMore: refused })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(refused).toHaveBeenCalledTimes(1)

    const away = vi.fn(() => Promise.reject(lost()))
    await expect(collectData({ ...options, readMore: away })).rejects.toMatchObject({ kind: 'network' })
    expect(away).toHaveBeenCalledTimes(5)
  })
})
