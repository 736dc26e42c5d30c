export function Divider({ className = '' }: { className?: string }) {
  return <hr className={`border-t border-line ${className}`} />
}
