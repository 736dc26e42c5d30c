import { Children, cloneElement, isValidElement, type ReactNode } from 'react'

/**
 * Gives each text among its children an element of its own, made anew with each text. A browser that translates a page
 * takes text nodes away, and may do so late: React could then neither change nor remove one that it has made beside
 * others, and an old word would stay.
 */
export function TextElements({ children }: { children: ReactNode }): ReactNode {
  return Children.map(children, inElement)
}

function inElement(node: ReactNode): ReactNode {
  if (!isValidElement<{ children?: ReactNode }>(node)) {
    const text = typeof node === 'string' || typeof node === 'number' ? String(node) : ''
    return text.trim() ? <span key={text}>{text}</span> : node
  }
  // Those of a sentence with links or marks in it.
  const { children } = node.props
  return Array.isArray(children) ? cloneElement(node, undefined, TextElements({ children })) : node
}
