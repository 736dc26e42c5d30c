import type { Plugin } from 'vite'

/** `summary: 'All games',` and `tag: 'catalogue',` of an endpoint; a schema with such a name is not a string. */
const WORDS = /\b(?:summary|tag):\s*(['"`])(?:(?!\1).)*\1,/g

/** Removes the descriptions of endpoints from the app: only the server's OpenAPI document uses them. */
export function endpointWords(): Plugin {
  return {
    name: 'koi-endpoint-words',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/contract\/(?:operator\/)?[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(WORDS, ''), map: null }),
    },
  }
}
