const COMPONENT = /^[A-Z][a-z0-9]/

/** Names of the components that an export statement exports. */
function exported(declaration) {
  if (declaration?.type === 'FunctionDeclaration') return [declaration.id]
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations
    .filter(({ init }) => init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
    .map(({ id }) => id)
}

/**
 * A component file exports one component, so that it can be found by what it shows; private ones stay in the same file.
 * @type {import('eslint').Rule.RuleModule}
 */
export const oneComponent = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { second: 'A component file exports one component; give {{name}} its own file' },
  },
  create(context) {
    let found = 0
    return {
      ExportNamedDeclaration(node) {
        for (const id of exported(node.declaration)) {
          if (!COMPONENT.test(id?.name ?? '')) continue
          found += 1
          if (found > 1) context.report({ node: id, messageId: 'second', data: { name: id.name } })
        }
      },
    }
  },
}
