import { replaceEqualDeep } from '@tanstack/react-query'
import type {
  IChartApiBase,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { BarSpan } from './no-trade-spans.ts'

/** Pixels of the page: how high a mark is, and what is left free between two. */
const HEIGHT = 4
const GAP = 1

/** Marks on the time axis under the bars without a trade: one for each run of a reason. */
export class NoTradeMarks implements ISeriesPrimitive {
  #chart: IChartApiBase | undefined
  #redraw: (() => void) | undefined
  #spans: readonly BarSpan[] = []
  #colour = ''
  readonly #views: readonly IPrimitivePaneView[] = [{ zOrder: () => 'bottom', renderer: () => this.#renderer }]
  readonly #renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio, verticalPixelRatio }) => {
        const height = Math.round(HEIGHT * verticalPixelRatio)
        context.save()
        context.fillStyle = this.#colour
        for (const span of this.#spans) {
          const edges = this.#edges(span)
          if (edges === undefined || edges.right < 0) continue
          const left = Math.round(edges.left * horizontalPixelRatio)
          const right = Math.round(edges.right * horizontalPixelRatio)
          if (left > bitmapSize.width) break
          context.fillRect(left, bitmapSize.height - height, Math.max(1, right - left), height)
        }
        context.restore()
      }),
  }

  attached({ chart, requestUpdate }: SeriesAttachedParameter): void {
    this.#chart = chart
    this.#redraw = requestUpdate
  }

  detached(): void {
    this.#chart = undefined
    this.#redraw = undefined
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  /** Stands under the bars at these positions, in their order. A redraw measures the whole chart: the same ones need none. */
  show(spans: readonly BarSpan[], colour: string): void {
    const shared = replaceEqualDeep(this.#spans, spans)
    if (shared === this.#spans && colour === this.#colour) return
    this.#spans = shared
    this.#colour = colour
    this.#redraw?.()
  }

  /** Half a bar beyond the middles of the first and the last one, in pixels of the page. */
  #edges({ from, to }: BarSpan): { left: number; right: number } | undefined {
    const scale = this.#chart?.timeScale()
    const first = scale?.logicalToCoordinate(from as Logical) ?? undefined
    const last = scale?.logicalToCoordinate(to as Logical) ?? undefined
    if (scale === undefined || first === undefined || last === undefined) return undefined
    const half = scale.options().barSpacing / 2
    return { left: first - half, right: last + half - GAP }
  }
}
