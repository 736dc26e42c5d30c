import type { Plugin } from 'vite'

/** `summary: 'All games',` and `tag: 'catalogue',` of an endpoint; a schema that has such a name is no text. */
const WORDS = /\b(?:summary|tag):\s*(['"`])(?:(?!\1).)*\1,/g

/** Leaves out of the app what endpoints say of themselves: only the server's OpenAPI document tells it. */
export function endpointWords(): Plugin {
  return {
    name: 'koi-endpoint-words',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(WORDS, ''), map: null }),
    },
  }
}
