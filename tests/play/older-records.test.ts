import { expect, it } from 'vitest'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import {
  evenDice,
  freshName,
  hiddenTiles,
  minesBet,
  readyEngine,
  rewriteStored,
  startEngine,
  until,
} from './local-engines.ts'

it('a round with impossible steps makes the account invalid, and the player can reset it', async () => {
  const name = freshName()
  const before = await readyEngine(name)
  const { id } = await before.place(minesBet())
  const { gems } = await hiddenTiles(name)
  await before.act(id, { type: 'reveal', tile: gems[0] ?? 0 }, createIdempotencyKey())
  before.close()
  await rewriteStored(name, ({ steps, ...rest }) => ({
    ...rest,
    steps: Array.isArray(steps) ? [...(steps as unknown[]), ...(steps as unknown[])] : steps,
  }))
  const engine = await readyEngine(name)
  expect(engine.status.get()).toMatchObject({ status: 'broken', error: { code: 'state_corrupted' } })
  await engine.demo.reset()
  expect(engine.status.get()).toMatchObject({ status: 'ready' })
})

it('bets and rounds without coins and steps are read, and the rounds continue', async () => {
  const name = freshName()
  const before = await readyEngine(name)
  const dice = await before.place(evenDice())
  const ended = await before.place(minesBet())
  const { gems } = await hiddenTiles(name)
  const [first = 0, second = 0] = gems
  const key = createIdempotencyKey()
  await before.act(ended.id, { type: 'reveal', tile: first }, key)
  const bet = await before.cashOut(ended.id, createIdempotencyKey())
  const open = await before.place(minesBet())
  const { gems: left } = await hiddenTiles(name)
  const stepKey = createIdempotencyKey()
  await before.act(open.id, { type: 'reveal', tile: left[0] ?? 0 }, stepKey)
  const shown = before.openRounds.get()
  before.close()

  await rewriteStored(name, (record) => {
    const { coin: _coin, decimals: _decimals, steps, keys, ...rest } = record
    if (rest['game'] !== 'mines') return rest
    const tiles = (steps as { tile: number }[]).map(({ tile }) => tile)
    return { ...rest, keys, opened: tiles }
  })

  const engine = startEngine(name)
  await until(engine.status, ({ status }) => status !== 'loading')
  expect(engine.openRounds.get()).toEqual(shown)
  expect(await engine.history.get(dice.id)).toEqual(dice)
  expect(await engine.history.get(bet.id)).toEqual(bet)
  // The last step is answered again, and the next one is accepted.
  const again = await engine.act(open.id, { type: 'reveal', tile: left[0] ?? 0 }, stepKey)
  expect(again).toMatchObject({ status: 'open', round: { opened: [left[0]] } })
  const next = await engine.act(open.id, { type: 'reveal', tile: left[1] ?? second }, createIdempotencyKey())
  expect(next).toMatchObject({
    status: 'open',
    round: { opened: [left[0], left[1]], coin: 'demo', symbol: 'DEMO', decimals: 6 },
  })
})

it('bets and rounds without a coin id count as demo coins', async () => {
  const name = freshName()
  const before = await readyEngine(name)
  const dice = await before.place(evenDice())
  const open = await before.place(minesBet())
  before.close()
  await rewriteStored(name, (record) => ({ ...record, coin: 'DEMO' }))

  const engine = await readyEngine(name)
  expect(await engine.history.get(dice.id)).toEqual(dice)
  expect(engine.openRounds.get()).toEqual([open])
})
