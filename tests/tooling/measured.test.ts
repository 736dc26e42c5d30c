import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { figuresOf, measuredRows, withFigures } from '../../scripts/lib/measured-table.mjs'

const TABLE = `| What | Budget | Measured | Command |
| --- | --- | --- | --- |
| First load | ≤ 142 kB | 149.2 kB | \`node scripts/size.mjs\` |
| Launch | ≤ 1.3 × | 2 × | \`npm run bench:launch\` |`

describe('docs/measured.md', () => {
  it('takes over the figures that a command prints, and changes nothing else', () => {
    const figures = figuresOf('noise\nMeasured: 141.9 kB\nnoise\nMeasured: 11.5 kB of CSS\n')
    expect(figures).toBe('141.9 kB; 11.5 kB of CSS')
    const after = withFigures(TABLE, 'node scripts/size.mjs', String(figures))
    expect(after).toBe(TABLE.replace('149.2 kB', '141.9 kB; 11.5 kB of CSS'))
  })

  it('keeps its figures when a command prints none', () => {
    expect(figuresOf('12 passed, 0 failed\n')).toBeUndefined()
  })

  it('refuses text that would break the table', () => {
    expect(() => withFigures(TABLE, 'npm run bench:launch', 'a | b')).toThrow(/cell/)
  })

  it('names one command in each row, each once', () => {
    const rows = measuredRows(readFileSync('docs/measured.md', 'utf8'))
    const text = readFileSync('docs/measured.md', 'utf8')
    const lines = text.match(/^\|/gm)?.length ?? 0
    const tables = text.match(/^\| What .*\n\| -/gm)?.length ?? 0
    expect(tables).toBeGreaterThan(1)
    expect(rows.length).toBe(lines - 2 * tables)
    expect(new Set(rows.map(({ what }) => what)).size).toBe(rows.length)
  })
})
