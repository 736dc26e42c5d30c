import { classNames } from './class-names.js'
import { fileNames } from './file-names.js'
import { layers } from './layers.js'
import { oneComponent } from './one-component.js'
import { translatedText } from './translated-text.js'

/** The project's own rules: the architecture and style that no ready-made plugin knows. */
export const koi = {
  meta: { name: 'koi', version: '1.0.0' },
  rules: {
    layers,
    'class-names': classNames,
    'file-names': fileNames,
    'one-component': oneComponent,
    'translated-text': translatedText,
  },
}
