import { useConsoleFormat } from './use-console-format.ts'

/** How long ago it was; the title has the moment in UTC. */
export function Ago({ at }: { at: string }) {
  const { ago, utc } = useConsoleFormat()
  const date = new Date(at)
  return (
    <time dateTime={at} title={utc(date)} className="num">
      {ago(date)}
    </time>
  )
}
