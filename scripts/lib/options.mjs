import { parseArgs } from 'node:util'

/**
 * Reads the options of a command. `--help` prints `usage` and ends it; an unknown option ends it with one sentence and
 * the usage.
 * @param {{ usage: string, options: import('node:util').ParseArgsConfig['options'], allowPositionals?: boolean }}
 * config
 */
export function readOptions({ usage, options, allowPositionals = false }) {
  let read
  try {
    read = parseArgs({ options: { ...options, help: { type: 'boolean', default: false } }, allowPositionals })
  } catch (error) {
    // Node adds advice about positional arguments after the first sentence.
    console.error(`${error.message.split('. ')[0].replace(/\.$/, '')}.\n\n${usage}`)
    process.exit(2)
  }
  if (read.values.help) {
    console.log(usage)
    process.exit(0)
  }
  return read
}
