import { transformAsync } from '@babel/core'
import type { Plugin } from 'vite'

/**
 * Compiles Lingui macros. `@vitejs/plugin-react` has no Babel, so Babel runs here, and only on files that import a
 * macro. The id pattern admits a query: the router splits pages off as `?tsr-split=component`.
 */
export function linguiMacro(): Plugin {
  return {
    name: 'koi-lingui-macro',
    enforce: 'pre',
    transform: {
      filter: {
        id: { include: /\.[jt]sx?(?:\?|$)/, exclude: /\/node_modules\// },
        code: /@lingui\/(?:react|core)\/macro/,
      },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id.split('?', 1)[0],
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: ['@lingui/babel-plugin-lingui-macro'],
        })
        return result?.code ? { code: result.code, map: result.map } : null
      },
    },
  }
}
