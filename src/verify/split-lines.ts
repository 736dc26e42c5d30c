/** Undefined stands for a line above the length limit. */
export type SplitLine = string | undefined

export interface LineSplitter {
  /** Returns the lines that end in this piece of text. */
  push(text: string): SplitLine[]
  /** Returns the last line, if the text does not end in a line break. */
  end(): SplitLine[]
}

/** Splits a text that arrives in pieces into lines. Keeps at most `maxLength` characters of a line in memory. */
export function createLineSplitter(maxLength: number): LineSplitter {
  let pieces: string[] = []
  let length = 0
  let hasText = false

  function keep(piece: string): void {
    hasText ||= piece !== ''
    length += piece.length
    if (length > maxLength) pieces = []
    else pieces.push(piece)
  }
  function take(): SplitLine {
    const line = length > maxLength ? undefined : pieces.join('')
    pieces = []
    length = 0
    hasText = false
    return line
  }

  return {
    push(text) {
      const lines: SplitLine[] = []
      let start = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        keep(text.slice(start, end))
        lines.push(take())
        start = end + 1
      }
      keep(text.slice(start))
      return lines
    },
    end: () => (hasText ? [take()] : []),
  }
}
