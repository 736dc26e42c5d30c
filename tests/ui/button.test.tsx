// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '#ui/Button.tsx'

describe('Button', () => {
  it('ignores a second click while it is busy, and keeps its name and focus', () => {
    const onClick = vi.fn()
    const { rerender } = render(<Button onClick={onClick}>Claim</Button>)
    const button = screen.getByRole('button', { name: 'Claim' })
    button.focus()
    fireEvent.click(button)
    rerender(
      <Button onClick={onClick} loading>
        Claim
      </Button>,
    )
    fireEvent.click(button)
    fireEvent.click(button)
    expect(onClick).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: 'Claim' })).toBe(button)
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  it('does not submit its form while it is busy', () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const { rerender } = render(
      <form onSubmit={onSubmit}>
        <Button type="submit" loading>
          Send
        </Button>
      </form>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
    rerender(
      <form onSubmit={onSubmit}>
        <Button type="submit">Send</Button>
      </form>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  it('is not a submit button by default', () => {
    render(<Button>Plain</Button>)
    expect(screen.getByRole('button').getAttribute('type')).toBe('button')
  })
})
