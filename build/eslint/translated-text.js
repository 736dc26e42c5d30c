/** Letters of any script; figures and signs need no translation. */
const LETTERS = /\p{L}{2,}/u
/** The product's name and the level mark are the same in every language. */
const NAMES = /^(?:koi|锦鲤|LV\.\d*)$/i

const SPOKEN_PROPS = new Set([
  'title',
  'alt',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'label',
])
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])

function isInMacro(node) {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (parent.type === 'JSXElement' && MACROS.has(parent.openingElement.name.name)) return true
  }
  return false
}

/**
 * Words that a player reads or hears go through Lingui. Finds text between tags and in props that are spoken, but not
 * strings passed on through variables.
 * @type {import('eslint').Rule.RuleModule}
 */
export const translatedText = {
  meta: { type: 'problem', schema: [], messages: { plain: '"{{text}}" is not translated; use Trans or t' } },
  create(context) {
    const check = (node, value) => {
      const text = value.trim()
      if (LETTERS.test(text) && !NAMES.test(text))
        context.report({ node, messageId: 'plain', data: { text } })
    }
    return {
      JSXText(node) {
        if (!isInMacro(node)) check(node, node.value)
      },
      JSXAttribute(node) {
        const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
        if (SPOKEN_PROPS.has(name) && node.value?.type === 'Literal')
          check(node.value, String(node.value.value))
      },
    }
  },
}
