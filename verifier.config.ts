import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig, type Plugin } from 'vite'
import { linguiMacro } from './build/lingui-macro.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Code and style in one page that may load nothing, from wherever it is opened. */
function singleFile(): Plugin {
  return {
    name: 'koi-single-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      let [code, style] = ['', '']
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') code += part.code
        else if (name.endsWith('.css')) style += String(part.source)
        Reflect.deleteProperty(bundle, name)
      }
      code = code.replaceAll('</script', '<\\/script').trim()
      style = style.trim()
      const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
      const source = `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Koi verifier</title>
<style>${style}</style>
</head>
<body>
<script type="module">${code}</script>
</body>
</html>
`
      this.emitFile({ type: 'asset', fileName: 'verify.html', source })
    },
  }
}

/** Builds verify.html. It knows no version and no address, so that the same sources give the same bytes. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [linguiMacro(), lingui({ failOnCompileError: true, failOnMissing: true }), singleFile()],
  build: {
    target: 'baseline-widely-available',
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/verifier/main.ts', import.meta.url)),
      output: { codeSplitting: false },
    },
  },
})
