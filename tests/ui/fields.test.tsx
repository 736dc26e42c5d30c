// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { TextField } from '#ui/TextField.tsx'
import { renderInEnglish } from './render-in-english.tsx'

const describedBy = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter(Boolean)

describe('TextField', () => {
  it('has a label, and its hint and error as description', () => {
    const { rerender } = render(<TextField label="E-mail" hint="For receipts" />)
    const input = screen.getByLabelText('E-mail')
    expect(describedBy(input)).toEqual(['For receipts'])
    expect(input.getAttribute('aria-invalid')).toBeNull()
    rerender(<TextField label="E-mail" hint="For receipts" error="Not complete" />)
    expect(describedBy(input)).toEqual(['For receipts', 'Not complete'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('SearchField', () => {
  it('has a clear button that announces the change and returns focus to the field', () => {
    const onChange = vi.fn()
    const onClear = vi.fn()
    renderInEnglish(<SearchField label="Search games" value="dice" onChange={onChange} onClear={onClear} />)
    fireEvent.click(screen.getByRole('button'))
    expect(onChange).toHaveBeenCalledWith('')
    expect(onClear).toHaveBeenCalledTimes(1)
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search games' }))
  })

  it('has no clear button when empty, and Enter submits the text', () => {
    const onSubmit = vi.fn()
    const { rerender } = renderInEnglish(
      <SearchField label="Search games" value="" onChange={() => {}} onSubmit={onSubmit} />,
    )
    expect(screen.queryByRole('button')).toBeNull()
    rerender(<SearchField label="Search games" value="mines" onChange={() => {}} onSubmit={onSubmit} />)
    fireEvent.submit(screen.getByRole('search'))
    expect(onSubmit).toHaveBeenCalledWith('mines')
  })
})

describe('Switch', () => {
  it('has the role of a switch, named by its row', () => {
    const onChange = vi.fn()
    render(<Switch label="Hide small balance" checked={false} onChange={onChange} />)
    fireEvent.click(screen.getByRole('switch', { name: 'Hide small balance' }))
    expect(onChange).toHaveBeenCalledWith(true)
  })
})

function ThreeTabs() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a')
  const tabs = (['a', 'b', 'c'] as const).map((id) => ({ id, label: id.toUpperCase() }))
  return (
    <Tabs label="Letters" tabs={tabs} value={value} onChange={setValue}>
      {`panel ${value}`}
    </Tabs>
  )
}

describe('Tabs', () => {
  it('moves with arrows, Home and End, wraps around, and shows the chosen panel', () => {
    render(<ThreeTabs />)
    const list = screen.getByRole('tablist', { name: 'Letters' })
    const chosen = () =>
      screen.getAllByRole('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')
    const press = (key: string) => fireEvent.keyDown(list, { key })
    press('ArrowLeft')
    expect(chosen()?.textContent).toBe('C')
    expect(document.activeElement).toBe(chosen())
    expect(screen.getByRole('tabpanel', { name: 'C' }).textContent).toBe('panel c')
    press('ArrowRight')
    expect(chosen()?.textContent).toBe('A')
    press('End')
    expect(chosen()?.textContent).toBe('C')
    press('Home')
    expect(chosen()?.textContent).toBe('A')
  })

  it('has exactly one tab in the tab order', () => {
    render(<ThreeTabs />)
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  })
})

describe('SegmentedControl', () => {
  it('is a group of radio buttons with one name', () => {
    const onChange = vi.fn()
    render(
      <SegmentedControl
        label="Sort"
        value="new"
        onChange={onChange}
        options={[
          { value: 'new', label: 'New' },
          { value: 'old', label: 'Old' },
        ]}
      />,
    )
    expect(screen.getByRole('radiogroup', { name: 'Sort' })).toBeTruthy()
    const radios = screen.getAllByRole<HTMLInputElement>('radio')
    expect(new Set(radios.map((radio) => radio.name)).size).toBe(1)
    expect(radios.map((radio) => radio.checked)).toEqual([true, false])
    fireEvent.click(screen.getByRole('radio', { name: 'Old' }))
    expect(onChange).toHaveBeenCalledWith('old')
  })
})
