// `npm run measured`: runs the commands of docs/measured.md and writes their figures into its tables.
//
// A benchmark prints the text of its cell as lines that begin with "Measured: "; several such lines become one cell.
// The cell of a command without such a line, for example a test, stays unchanged, and the output says so.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from './lib/options.mjs'
import { figuresOf, measuredRows, withFigures } from './lib/measured-table.mjs'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'docs', 'measured.md')

const { positionals: words } = readOptions({
  usage: `npm run measured -- <words>: runs each command of docs/measured.md that contains one of the words, such
as "bench:launch" or "size", and writes its figures into its tables. "all" runs every one, which takes hours.`,
  options: {},
  allowPositionals: true,
})
if (words.length === 0) {
  console.error('Name the commands to run, such as "size" or "bench:launch"; "all" runs every one.')
  process.exit(2)
}

const commands = [...new Set(measuredRows(readFileSync(FILE, 'utf8')).map(({ command }) => command))]
const wanted = commands.filter((command) => words.some((word) => word === 'all' || command.includes(word)))
if (wanted.length === 0) {
  console.error(`No command of docs/measured.md has these words. There are:\n  ${commands.join('\n  ')}`)
  process.exit(2)
}

for (const command of wanted) {
  console.log(`\n▸ ${command} …`)
  const { stdout, status } = spawnSync(command, {
    cwd: ROOT,
    shell: true,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e9,
  })
  process.stdout.write(stdout)
  if (status !== 0) {
    console.error(`${command} ended with ${status}; its figures stay as they are.`)
    process.exitCode = 1
    continue
  }
  const figures = figuresOf(stdout)
  if (figures === undefined) console.log('It printed no "Measured: " line; its figures stay as they are.')
  else writeFileSync(FILE, withFigures(readFileSync(FILE, 'utf8'), command, figures))
}
spawnSync(join(ROOT, 'node_modules', '.bin', 'prettier'), ['--write', '--log-level', 'warn', FILE])
