import type { Plugin } from 'vite'

/** `summary: 'All games',` of an endpoint; a schema that has the name is no text. */
const SUMMARY = /\bsummary:\s*(['"`])(?:(?!\1).)*\1,/g

/** Leaves out of the app what endpoints say of themselves: only the server's OpenAPI document tells it. */
export function endpointWords(): Plugin {
  return {
    name: 'koi-endpoint-words',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(SUMMARY, ''), map: null }),
    },
  }
}
