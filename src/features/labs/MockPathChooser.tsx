import { useLingui } from '@lingui/react/macro'
import { Chip } from '#ui/Chip.tsx'
import { MOCK_PATHS, type MockPath } from './mock-calls.ts'

interface MockPathChooserProps {
  value: MockPath
  onChange: (path: MockPath) => void
}

/** The calls of the contract as chips. */
export function MockPathChooser({ value, onChange }: MockPathChooserProps) {
  const { t } = useLingui()
  return (
    <div role="group" aria-label={t`Call`} className="flex flex-wrap gap-2">
      {MOCK_PATHS.map((path) => (
        <Chip key={path} selected={path === value} onClick={() => onChange(path)}>
          {path}
        </Chip>
      ))}
    </div>
  )
}
