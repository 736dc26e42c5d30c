// The words of Koi (docs/glossary.md), and what a message or a text makes of them.

const cells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const list = (cell, between) => cell.split(between).map((each) => each.trim())
const rowsUnder = (markdown, title) => {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cells)
}
const isChinese = (wording) => /\p{Script=Han}/u.test(wording)
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const asWord = (word, plural = '') => new RegExp(`(?<![\\w-])${escaped(word)}${plural}(?![\\w-])`, 'i')

/** Terms and exceptions out of the tables of the glossary. */
export function readGlossary(markdown) {
  const terms = rowsUnder(markdown, 'Terms').map(([english, chinese, , not]) => ({
    english: list(english, '/').map((word) => ({ word, pattern: asWord(word, 's?') })),
    chinese: list(chinese, '、'),
    not: list(not, '、').filter(Boolean),
  }))
  const exceptions = new Set(
    rowsUnder(markdown, 'Exceptions').map(([english, message]) => `${english} ${message}`),
  )
  return { terms, exceptions }
}

/** A message without its placeholders: names of values are no words. */
const wordsOf = (message) => message.replace(/\{\w+(\}|, plural,)/g, ' ')

/** What is wrong with a message by the glossary; none is an empty list. */
export function messageProblems({ terms, exceptions }, message, translation) {
  const words = wordsOf(message)
  return terms.flatMap(({ english, chinese, not }) => {
    const found = english.find(({ pattern }) => pattern.test(words))
    const isMissing =
      found !== undefined &&
      !exceptions.has(`${english[0].word} ${message}`) &&
      !chinese.some((word) => translation.toLowerCase().includes(word.toLowerCase()))
    return [
      ...(isMissing ? [`“${found.word}” is ${chinese.join(' or ')}: ${message} ⇒ ${translation}`] : []),
      ...not
        .filter((word) => (isChinese(word) ? translation.includes(word) : asWord(word, 's?').test(words)))
        .map((word) => `“${word}” is not said for “${english[0].word}”: ${message} ⇒ ${translation}`),
    ]
  })
}

/** Chinese wordings in a text that the glossary refuses. */
export function refusedWordings({ terms }, text) {
  return terms.flatMap(({ not }) => not.filter((word) => isChinese(word) && text.includes(word)))
}
