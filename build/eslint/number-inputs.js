/**
 * Numbers and codes are typed into the fields of src/ui, which all parse them alike: `NumberField`, `CodeField`, or an
 * input with the props of `numberInput`.
 * @type {import('eslint').Rule.RuleModule}
 */
export const numberInputs = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { own: 'Use NumberField, CodeField or numberInput of src/ui, so that all fields read alike' },
  },
  create(context) {
    if (/[\\/]src[\\/]ui[\\/]/.test(context.filename)) return {}
    return {
      JSXAttribute(node) {
        const isNumber = node.name.name === 'type' && node.value?.value === 'number'
        if (node.name.name === 'inputMode' || isNumber) context.report({ node, messageId: 'own' })
      },
    }
  },
}
