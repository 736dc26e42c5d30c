import { Children, cloneElement, isValidElement, type ReactNode } from 'react'

/**
 * Gives each text among its children an element of its own, made anew with each text. A browser that translates a page
 * takes text nodes away, and may do so late: React could then neither change nor remove one that it has made beside
 * others, and an old word would stay.
 */
export function TextElements({ children }: { children: ReactNode }) {
  return Children.map(children, inElement)
}

function inElement(node: ReactNode): ReactNode {
  if (typeof node === 'number' || typeof node === 'bigint') return <span key={`${node}`}>{node}</span>
  if (typeof node === 'string') return node.trim() === '' ? node : <span key={node}>{node}</span>
  if (!isValidElement<{ children?: ReactNode }>(node)) return node
  // Those of a sentence with links or marks in it.
  const { children } = node.props
  return Array.isArray(children) ? cloneElement(node, undefined, Children.map(children, inElement)) : node
}
