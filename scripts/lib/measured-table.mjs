/** A row of docs/measured.md with the columns "What", "Budget", "Measured", and the command in backticks. */
const ROW = /^\|([^|]+)\|([^|]+)\|([^|]+)\| *`([^`|]+)` *\|$/

/**
 * @param {string} markdown
 * @returns {{ what: string, budget: string, figures: string, command: string }[]} the rows of the tables
 */
export function measuredRows(markdown) {
  return markdown.split('\n').flatMap((line) => {
    const [, what, budget, figures, command] = ROW.exec(line) ?? []
    return command === undefined
      ? []
      : [{ what: what.trim(), budget: budget.trim(), figures: figures.trim(), command }]
  })
}

/**
 * The text of a command's "Measured: " lines; undefined if it has none.
 * @param {string} output
 */
export function figuresOf(output) {
  const lines = Array.from(output.matchAll(/^Measured: (.+)$/gm), ([, text]) => text.trim())
  return lines.length > 0 ? lines.join('; ') : undefined
}

/**
 * The tables with `figures` in the rows of `command`.
 * @param {string} markdown @param {string} command @param {string} figures
 */
export function withFigures(markdown, command, figures) {
  if (/[|\n]/.test(figures)) throw new Error(`A table cell can't hold ${JSON.stringify(figures)}`)
  return markdown
    .split('\n')
    .map((line) => {
      const [, what, budget, , of] = ROW.exec(line) ?? []
      return of === command ? `|${what}|${budget}| ${figures} | \`${command}\` |` : line
    })
    .join('\n')
}
