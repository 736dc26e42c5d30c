// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearToasts, toast } from '#ui/toast.ts'
import { offerToastHost } from '#ui/toast-host.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { renderInEnglish } from './render-in-english.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  clearToasts()
  vi.useRealTimers()
})

describe('Toaster', () => {
  it('announces danger as alert and the rest as status, in regions that exist before', () => {
    renderInEnglish(<Toaster />)
    const alert = screen.getByRole('alert')
    const status = screen.getByRole('status')
    act(() => {
      toast({ message: 'Refused' })
      toast({ message: 'Saved', tone: 'success' })
    })
    expect(screen.getByRole('alert')).toBe(alert)
    expect(alert.textContent).toBe('Refused')
    expect(status.textContent).toBe('Saved')
  })

  it('pauses while the pointer is on it', () => {
    renderInEnglish(<Toaster />)
    act(() => toast({ message: 'Refused' }))
    const place = screen.getByRole('alert').parentElement
    if (!place) throw new Error('toaster missing')
    fireEvent.pointerEnter(place)
    act(() => void vi.advanceTimersByTime(10_000))
    expect(screen.getByText('Refused')).toBeTruthy()
    fireEvent.pointerLeave(place)
    act(() => void vi.advanceTimersByTime(3300))
    expect(screen.queryByText('Refused')).toBeNull()
  })

  it('has a named button to dismiss each toast', () => {
    renderInEnglish(<Toaster />)
    act(() => toast({ message: 'Refused' }))
    fireEvent.click(screen.getByRole('button'))
    act(() => void vi.advanceTimersByTime(200))
    expect(screen.queryByText('Refused')).toBeNull()
  })

  it('moves into the topmost open dialog and back', () => {
    renderInEnglish(<Toaster />)
    const dialog = document.body.appendChild(document.createElement('div'))
    act(() => toast({ message: 'Refused' }))
    let withdraw = () => {}
    act(() => {
      withdraw = offerToastHost(dialog)
    })
    expect(dialog.textContent).toContain('Refused')
    act(() => withdraw())
    expect(dialog.textContent).toBe('')
    expect(screen.getByText('Refused')).toBeTruthy()
    dialog.remove()
  })
})
