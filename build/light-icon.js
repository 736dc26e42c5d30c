import { createElement } from 'react'

/** The component of one lucide icon: `size` in pixels, other props go to the `svg` element. */
export default function createIcon({ node }) {
  return ({ size = 24, ...attributes }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...attributes,
      },
      node.map(([tag, attrs]) => createElement(tag, attrs)),
    )
}
