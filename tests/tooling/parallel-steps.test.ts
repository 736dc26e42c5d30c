import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createSteps } from '../../scripts/lib/parallel-steps.mjs'

function stepsOn(cores: number) {
  const steps = createSteps({ root: '.', startedAt: Date.now(), cores })
  const running = new Map<string, () => void>()
  const add = (name: string, options: Parameters<typeof steps.add>[2] = {}) => {
    const work = () =>
      new Promise<number>((resolve) => {
        running.set(name, () => {
          running.delete(name)
          resolve(0)
        })
      })
    return steps.add(name, work, options)
  }
  const shows = (...names: string[]) =>
    vi.waitFor(() => expect([...running.keys()].toSorted()).toEqual(names))
  const end = (name: string) => running.get(name)?.()
  return { steps, add, shows, end }
}

describe('the scheduler of a test run', () => {
  beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

  it('queues steps that fill both cores, and runs one patient step at a time beside them', async () => {
    const { steps, add, shows, end } = stepsOn(2)
    const all = steps.all()
    void add('build').then(() => add('journeys', { load: 2, isNext: true }))
    for (const name of ['lint', 'types']) void add(name, { isPatient: true })
    void add('unit', { load: 2 })
    await shows('build', 'lint')
    end('build')
    await shows('journeys', 'lint')
    end('lint')
    await shows('journeys', 'types')
    end('types')
    await shows('journeys')
    end('journeys')
    await shows('unit')
    end('unit')
    await expect(all).resolves.toBeUndefined()
  })

  it('runs such steps side by side on more cores, and one after the other on one core', async () => {
    const four = stepsOn(4)
    void four.add('journeys', { load: 2 })
    void four.add('unit', { load: 2 })
    void four.add('lint', { isPatient: true })
    await four.shows('journeys', 'lint', 'unit')
    for (const name of ['journeys', 'lint', 'unit']) four.end(name)
    await four.steps.all()

    const one = stepsOn(1)
    void one.add('journeys', { load: 2 })
    void one.add('unit', { load: 2 })
    await one.shows('journeys')
    one.end('journeys')
    await one.shows('unit')
    one.end('unit')
    await one.steps.all()
  })
})
