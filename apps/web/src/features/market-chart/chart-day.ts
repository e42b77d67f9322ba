import { istDateAt, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMarketToday } from '../../lib/server-clock.ts'

/** A past day as the address has it, `?chart=2026-11-19`; undefined for any other text, and for today and later. */
export function readChartDay(text: string | undefined, today: IstDate): IstDate | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = text as IstDate
  // 30 February is no day: its date would be another one.
  const at = istInstant(day, 0)
  if (Number.isNaN(at) || istDateAt(at) !== day) return undefined
  return day < today ? day : undefined
}

/** The past day that the chart shows, kept in the address; undefined: the present session. */
export function useChartDay(): [day: IstDate | undefined, choose: (day: IstDate | undefined) => void] {
  const search: { chart?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const today = useMarketToday()
  const choose = (day: IstDate | undefined) => {
    const { chart: _, ...rest } = search
    const next = day === undefined ? rest : { ...rest, chart: day }
    // Replaced: the back button of the dashboard asks whether to leave.
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  return [readChartDay(search.chart, today), choose]
}
