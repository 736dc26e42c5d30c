import { createGenerator } from '@unocss/core'
import { describe, expect, it } from 'vitest'
import config from '../../uno.config.ts'

const generator = await createGenerator(config)
const generate = (name: string) => generator.generate(name, { preflights: false })

describe('UnoCSS theme', () => {
  it.each([
    ['bg-surface-1', 'background-color:var(--surface-1)'],
    ['text-text-2', 'color:var(--text-2)'],
    ['hover:text-brand', 'color:var(--brand)'],
    ['text-fs-3', 'font-size:var(--fs-3)'],
    ['rounded-full', 'border-radius:var(--r-full)'],
    ['font-750', 'font-weight:750'],
    ['gap-2', 'gap:calc(var(--spacing) * 2)'],
    ['lg:grid-cols-6', 'repeat(6,minmax(0,1fr))'],
  ])('generates %s', async (name, expected) => {
    expect((await generate(name)).css).toContain(expected)
  })

  it.each([
    'bg-red-500',
    'text-white',
    'text-xl',
    'text-14px',
    'p-[3px]',
    'grid-cols-[1fr_2fr]',
    'text-$brand',
    'bg-#ff0000',
    'w-13px',
    'mt-2rem',
    'font-sans',
    'font-bold',
    'font-430',
    'rounded-lg',
    'shadow-lg',
    'leading-none',
    'tracking-tight',
    'duration-150',
    'md:flex',
  ])('does not know %s', async (name) => {
    expect([...(await generate(name)).matched]).toEqual([])
  })
})
