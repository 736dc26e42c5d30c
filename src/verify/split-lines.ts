/** A line longer than the limit comes out as `undefined`. */
export type SplitLine = string | undefined

export interface LineSplitter {
  /** The lines that end in this piece of text. */
  push(text: string): SplitLine[]
  /** The last line, when the text does not end in a line break. */
  end(): SplitLine[]
}

/** Cuts a text that comes in pieces into lines, and never holds more than `maxLength` characters of one. */
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
