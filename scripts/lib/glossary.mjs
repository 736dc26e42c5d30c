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
  const never = rowsUnder(markdown, 'Never in Chinese').flatMap(([not, instead]) =>
    list(not, '、').map((word) => ({ word, instead })),
  )
  return { terms, exceptions, never }
}

const SPACES = [
  { pattern: /[。，！？；：] \S/u, said: 'no space after full-width punctuation' },
  { pattern: / (?:之前|之后)/, said: 'no space before 之前 and 之后' },
]

/** A message without its placeholders: names of values are no words. */
const wordsOf = (message) => message.replace(/\{\w+(\}|, plural,)/g, ' ')

/** What is wrong with a message by the glossary; none is an empty list. */
export function messageProblems({ terms, exceptions, never }, message, translation) {
  const words = wordsOf(message)
  const wrong = [
    ...never
      .filter(({ word }) => translation.includes(word))
      .map(({ word, instead }) => `“${word}” is “${instead}”: ${message} ⇒ ${translation}`),
    ...SPACES.filter(({ pattern }) => pattern.test(translation)).map(
      ({ said }) => `${said}: ${message} ⇒ ${translation}`,
    ),
  ]
  const ofTerms = terms.flatMap(({ english, chinese, not }) => {
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
  return [...wrong, ...ofTerms]
}

/** Chinese wordings in a text that the glossary refuses. */
export function refusedWordings({ terms, never }, text) {
  const refused = [...terms.flatMap(({ not }) => not), ...never.map(({ word }) => word)]
  return refused.filter((word) => isChinese(word) && text.includes(word))
}
