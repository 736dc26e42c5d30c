import { existsSync, readdirSync } from 'node:fs'

/**
 * Outside `src/ui`, style sheets contain layout only: parts own colour and type. `build/eslint/class-names.js` enforces the
 * same for classes and `style`.
 */

const message = (property) =>
  `"${property}" sets colour or type, which only src/ui does: use a part of it, or make one there`

/** Any value but one that takes something away. */
const ANY = ['/^(?!(?:0|none|unset)$)/']

/** @type {import('stylelint').Config['rules']} */
const layoutAlone = {
  'property-disallowed-list': [
    [
      '/^(?:accent-color|caret-color|color|color-scheme|filter|letter-spacing|line-height|scrollbar-color|text-shadow|text-transform)$/',
      '/^(?:fill|font|stroke|text-decoration|text-emphasis)(?:-|$)/',
    ],
    { message },
  ],
  'declaration-property-value-disallowed-list': [
    {
      '/^(?:background|border-image|box-shadow|column-rule)(?:-|$)/': ANY,
      // Width alone is layout: its style and colour are those of every element in `base.css`.
      '/^border(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?(?:-color)?$/': ANY,
      '/^outline(?:-color)?$/': ANY,
    },
    { message },
  ],
}

/** Stages and scenes of the games, which are drawings of their own: the sheets that are named like their game. */
const STAGES = readdirSync(new URL('src/features/play', import.meta.url))
  .filter((folder) => existsSync(new URL(`src/features/play/${folder}/game.tsx`, import.meta.url)))
  .map((game) => `src/features/play/${game}/${game}{,-scene}.module.css`)

/** @type {import('stylelint').Config} */
export default {
  rules: {
    'at-rule-no-unknown': true,
    'block-no-empty': true,
    'color-no-invalid-hex': true,
    'custom-property-no-missing-var-function': true,
    'declaration-block-no-duplicate-custom-properties': true,
    'declaration-block-no-duplicate-properties': true,
    'declaration-block-no-shorthand-property-overrides': true,
    'declaration-property-value-no-unknown': true,
    'font-family-no-duplicate-names': true,
    'function-calc-no-unspaced-operator': true,
    'keyframe-block-no-duplicate-selectors': true,
    'media-feature-name-no-unknown': true,
    'media-query-no-invalid': true,
    'named-grid-areas-no-invalid': true,
    'no-duplicate-at-import-rules': true,
    'no-duplicate-selectors': true,
    'no-invalid-double-slash-comments': true,
    'no-invalid-position-declaration': true,
    'no-unknown-animations': true,
    'property-no-unknown': true,
    'selector-anb-no-unmatchable': true,
    'selector-pseudo-class-no-unknown': true,
    'selector-pseudo-element-no-unknown': true,
    'selector-type-no-unknown': true,
    'string-no-newline': true,
    'unit-no-unknown': true,
  },
  overrides: [
    { files: ['src/!(ui)/**/*.css', 'src/*.css'], rules: layoutAlone },
    { files: STAGES, rules: Object.fromEntries(Object.keys(layoutAlone).map((rule) => [rule, null])) },
  ],
  reportNeedlessDisables: true,
  reportInvalidScopeDisables: true,
}
