// Checks messages and texts against the words of Koi (docs/glossary.md).

const cells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const list = (cell, between) => cell.split(between).map((each) => each.trim())
const tableUnder = (markdown, title) => {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cells)
}
const rowsUnder = (markdown, title) => tableUnder(markdown, title).slice(2)
/** A wording that no English text can have by chance. */
const isForeign = (wording) => /(?=\p{L})\P{Script=Latin}/u.test(wording)
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const asWord = (word, plural = '') => new RegExp(`(?<![\\w-])${escaped(word)}${plural}(?![\\w-])`, 'i')

/** “English” of `en-US`, as in the tables. */
const nameOf = (locale) => new Intl.DisplayNames(['en'], { type: 'language' }).of(locale.split('-')[0])

/**
 * A language's words for the terms, the refused wordings, and the exceptions.
 * @throws Error when a term has no word in that language
 */
export function readGlossary(markdown, locale) {
  const language = nameOf(locale)
  const [head = [], , ...rows] = tableUnder(markdown, 'Terms')
  const [place, not] = [head.indexOf(language), head.indexOf('Not')]
  if (place < 1) throw new Error(`docs/glossary.md: the table of terms has no column “${language}”`)
  const without = rows.filter((row) => row[place] === '').map(([english]) => english)
  if (without.length > 0) throw new Error(`docs/glossary.md: no ${language} for ${without.join(', ')}`)
  const terms = rows.map((row) => ({
    english: list(row[0], '/').map((word) => ({ word, pattern: asWord(word, 's?') })),
    words: list(row[place], '、'),
    not: list(row[not], '、').filter(Boolean),
  }))
  const exceptions = new Set(
    rowsUnder(markdown, `Exceptions in ${language}`).map(([english, message]) => `${english} ${message}`),
  )
  const never = rowsUnder(markdown, `Never in ${language}`).flatMap(([refused, instead]) =>
    list(refused, '、').map((word) => ({ word, instead })),
  )
  return { terms, exceptions, never }
}

const SPACES = [
  { pattern: /[。，！？；：] \S/u, said: 'no space after full-width punctuation' },
  { pattern: / (?:之前|之后)/, said: 'no space before 之前 and 之后' },
]

/** A message without its placeholders, whose names are not words. */
const wordsOf = (message) => message.replace(/\{\w+(\}|, plural,)/g, ' ')

/** @returns the faults of a message */
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
  const ofTerms = terms.flatMap(({ english, words: kept, not }) => {
    const found = english.find(({ pattern }) => pattern.test(words))
    const isMissing =
      found !== undefined &&
      !exceptions.has(`${english[0].word} ${message}`) &&
      !kept.some((word) => translation.toLowerCase().includes(word.toLowerCase()))
    return [
      ...(isMissing ? [`“${found.word}” is ${kept.join(' or ')}: ${message} ⇒ ${translation}`] : []),
      ...not
        .filter((word) => (isForeign(word) ? translation.includes(word) : asWord(word, 's?').test(words)))
        .map((word) => `“${word}” is not said for “${english[0].word}”: ${message} ⇒ ${translation}`),
    ]
  })
  return [...wrong, ...ofTerms]
}

/** Refused wordings in a text, except those in Latin script, because the text may be English. */
export function refusedWordings({ terms, never }, text) {
  const refused = [...terms.flatMap(({ not }) => not), ...never.map(({ word }) => word)]
  return refused.filter((word) => isForeign(word) && text.includes(word))
}
