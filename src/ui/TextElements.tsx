import { Children, cloneElement, isValidElement, type ReactNode } from 'react'

/**
 * Wraps each text among its children in an element of its own, with the text as key. A browser that translates the page
 * replaces text nodes, even later. React could then neither update nor remove a text node beside other nodes, and the
 * old word would stay.
 */
export function TextElements({ children }: { children: ReactNode }): ReactNode {
  return Children.map(children, inElement)
}

function inElement(node: ReactNode): ReactNode {
  if (!isValidElement<{ children?: ReactNode }>(node)) {
    const text = typeof node === 'string' || typeof node === 'number' ? String(node) : ''
    return text.trim() ? <span key={text}>{text}</span> : node
  }
  // Also inside sentences that contain links or marks.
  const { children } = node.props
  return Array.isArray(children) ? cloneElement(node, undefined, TextElements({ children })) : node
}
