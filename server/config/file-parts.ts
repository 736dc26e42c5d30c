import * as v from 'valibot'

// Parts of the file's schema. A message continues a sentence that begins with the path of the value.

export const keys = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, (issue: v.StrictObjectIssue) => {
    if (issue.expected === 'never') return unknownKey(String(issue.path?.at(-1)?.key), Object.keys(entries))
    return issue.received === 'undefined' ? 'is missing' : 'must be an object in braces'
  })

export const list = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(v.array(item, 'must be a list in brackets'), v.maxLength(most, `must be a list of ${most} at most`))

export const text = (pattern: RegExp, message: string) => v.pipe(v.string(message), v.regex(pattern, message))

export function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}, without quotes`
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
}

function unknownKey(key: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, distance: distanceOf(key.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= Math.max(2, key.length / 2)
    ? `is not known here; the nearest key is ${nearest.name}`
    : `is not known here; keys are ${known.join(', ')}`
}

function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, against] of [...other].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[column + 1], row[column], next[column]]
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === against ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
