import { useConsoleFormat } from './use-console-format.ts'

/** In the zone of the operator's device; the title has UTC. */
export function Moment({ at }: { at: string }) {
  const { moment, utc } = useConsoleFormat()
  const date = new Date(at)
  return (
    <time dateTime={at} title={utc(date)} className="num whitespace-nowrap">
      {moment(date)}
    </time>
  )
}
