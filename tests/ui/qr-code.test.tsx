// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { QrCode } from '#ui/QrCode.tsx'

const SIZE = 160

it.each([
  ['https://koi.example', 25],
  [`otpauth://totp/Koi:${'a'.repeat(90)}@example.com?secret=${'B'.repeat(32)}&issuer=Koi`, 53],
])('leaves a margin of four dots around the code of %s', async (text, rows) => {
  const { unmount } = render(<QrCode text={text} label="A code" size={SIZE} />)
  const host = screen.getByRole('img', { name: 'A code' })
  await act(() => vi.waitFor(() => expect(host.querySelector('clipPath path')).not.toBeNull()))
  // The three corner squares are paths that begin at their left.
  const starts = [...host.querySelectorAll('path')].map((path) =>
    /^M (\S+) (\S+)/.exec(path.getAttribute('d') ?? ''),
  )
  const margin = Math.min(...starts.map((start) => Number(start?.[1])))
  expect(margin).toBeGreaterThan(0)
  expect(margin / ((SIZE - 2 * margin) / rows)).toBeCloseTo(4)
  unmount()
})
